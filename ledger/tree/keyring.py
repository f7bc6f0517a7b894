"""The keys that a log has announced: which of them sign, and whether a checkpoint is signed as it must be."""

from ledger.errors import LedgerError
from ledger.events import AnyEvent, KeyAnnounced, KeyRevoked
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.note import PublicKey, Signature, SigningKey
from wording import say


class Keyring:
    """Keys by their text, with the positions at which they were announced and revoked."""

    def __init__(self) -> None:
        self.announced: dict[str, int] = {}
        self.revoked: dict[str, int] = {}

    def apply(self, event: AnyEvent, position: int) -> None:
        if isinstance(event, KeyAnnounced):
            self.announced[event.key] = position
        elif isinstance(event, KeyRevoked):
            self.revoked[event.key] = position

    @property
    def active(self) -> list[PublicKey]:
        return [PublicKey.parse(text) for text in self.announced if text not in self.revoked]

    def refusal(self, checkpoint: Checkpoint) -> str:
        """Why a checkpoint cannot be published; nothing before a key was announced, or if such a key signed it."""
        if not self.announced or self.signers(checkpoint):
            return ""
        return say(
            "the checkpoint is not signed by a key that the log has announced and not revoked"
        )

    def signers(self, checkpoint: Checkpoint) -> list[PublicKey]:
        """The keys in force whose signatures are on a checkpoint."""
        lines = [Signature.parse(line) for line in checkpoint.signatures]
        return [
            key
            for key in self.active
            if any(line.claims(key) and line.holds(key, checkpoint.body) for line in lines)
        ]

    def signed(self, checkpoint: Checkpoint, key: SigningKey | None) -> Checkpoint:
        """The checkpoint with the log's signature; as it is, if the log has announced no key and none is given."""
        if key is not None:
            self._refuse_unfit(key.public)
            return checkpoint.signed(key)
        if self.announced:
            names = ", ".join(key_text.text for key_text in self.active) or say(
                "none of them in force"
            )
            raise LedgerError(
                say(
                    "this ledger has announced a key ({names}), and none is given to sign with",
                    names=names,
                ),
                remedy=say(
                    "name its file with --key, or in the environment variable RATING_LEDGER_KEY"
                ),
            )
        return checkpoint

    def _refuse_unfit(self, key: PublicKey) -> None:
        if key.text not in self.announced:
            raise LedgerError(
                say("the key {key} is not announced in this ledger", key=key.text),
                remedy=say("rating-ledger keys announce puts it on record; or give a key that is"),
            )
        if key.text in self.revoked:
            raise LedgerError(
                say(
                    "the key {key} was revoked at #{position}",
                    key=key.text,
                    position=self.revoked[key.text],
                ),
                remedy=say("make another one with keys new, and announce it"),
            )
