"""What the whole site follows from, as one digest: while it is the same, only the files are looked at."""

import msgspec

from replay.lists.list_files import all_publications
from replay.office.office import Office
from replay.site.build import SiteInputs
from replay.site.folder import digest, program_digest


def made_from(office: Office, inputs: SiteInputs) -> str:
    """The program, the settings, the log up to the newest publication, erasures since, readable names, keys.

    Nothing recorded later appears on the site, but for an erasure, which takes names away, and a revoked key.
    """
    log = office.log
    published = list(all_publications(log))
    positions = [each.position for each in published]
    keys = log.keyring()
    text = inputs.checkpoint.text if inputs.checkpoint is not None else ""
    readable = sum(key is not None for key in log.store.keys.everybody().values())
    return digest(
        program_digest(), msgspec.json.encode(inputs.settings), inputs.logo, text, positions,
        log.checkpoint(max(positions, default=0)).text, sorted(log.store.erased()), sorted(keys.revoked),
        sorted({office.schemes[each.event.scheme].digest for each in published}), readable,
    )  # fmt: skip
