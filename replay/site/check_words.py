"""What the page that checks proofs says: a title and a sentence for each code that `assets/proofs.js` gives.

The script puts values in place of {names}; every code has its words in every language, and a test looks that it has.
"""

from wording import say

STEPS = {  # a step that holds, or tells
    "row": (
        say("The row"),
        say(
            "This is the line of the list that the file speaks of: player {player}, rating {rating}."
        ),
    ),
    "row-read": (say("The row"), say("The file speaks of player {player}.")),
    "no-row": (
        say("The rows beside it"),
        say("The file has the rows between which {player} would stand."),
    ),
    "row-in-list": (
        say("The row is in the list"),
        say(
            "Hashes on the way from this row to the fingerprint of all {size} rows: {hashes}. Any other rating would "
            "give another fingerprint."
        ),
    ),
    "not-on-list": (
        say("The player is not on the list"),
        say(
            "The rows stand side by side in the list of {size} rows, sorted by id. There is no place for {player} "
            "between them."
        ),
    ),
    "published": (
        say("The list was published"),
        say(
            "Event #{position} puts exactly this fingerprint on record as the {scheme} list of {listDate}. It was "
            "recorded on {recorded}."
        ),
    ),
    "event": (
        say("The event"),
        say("Event #{position}, {type}, was recorded on {recorded}."),
    ),
    "event-in-log": (
        say("The event is in the log"),
        say(
            "Hashes on the way from event #{position} to the fingerprint of the whole log of {size} events: {hashes}."
        ),
    ),
    "grown": (
        say("The log only grew"),
        say(
            "The log of {old} events is the beginning of the log of {size} events: nothing in it was changed."
        ),
    ),
    "signed": (
        say("The office signed it"),
        say("The signature over the fingerprint of the log fits the key that you gave: {key}"),
    ),
    "no-key": (
        say("Not checked: who signed it"),
        say(
            "Give the public key of the office. Without it the hashes only show that the parts of this file fit each "
            "other, and anybody can make such a file."
        ),
    ),
    "no-key-yet": (
        say("Not checked: witnesses"),
        say("Witnesses count once the key of the office is given."),
    ),
    "no-witnesses": (
        say("No witnesses asked for"),
        say(
            "You named no witnesses. Their cosignatures show that others are shown the same log as you; add their "
            "keys to check that."
        ),
    ),
    "cosigned": (
        say("Witnesses saw the same log"),
        say(
            "Cosigned by {number} of the {all} witnesses that you named; {quorum} are enough: {names}"
        ),
    ),
    "kept-fits": (
        say("Your checkpoint fits"),
        say("The checkpoint of {size} events that you kept contains event #{position}."),
    ),
    "name-opened": (
        say("The name"),
        say("The opening gives the seal in the row: {player} is {name}."),
    ),
    "leaves-are-the-list": (
        say("All rows lead to the fingerprint"),
        say("The {size} rows give exactly the fingerprint that was published."),
    ),
    "csv-fits": (
        say("Your file is that list"),
        say(
            "All {size} rows are in your file, and every column but the name is the same. Names are sealed in the "
            "list's fingerprint, so they cannot be compared."
        ),
    ),
}
FAILURES = {  # a step that does not hold
    "row-not-in-list": (
        say("The row is not in the list"),
        say(
            "From row {row} one does not arrive at the fingerprint of the published list. The row was altered, or it "
            "belongs to another list."
        ),
    ),
    "rows-show-nothing": (
        say("The rows do not speak of this player"),
        say("The rows in the file do not show whether {player} is on the list."),
    ),
    "not-a-row": (
        say("The row cannot be read"),
        say("A row in the file is not written as a list has it."),
    ),
    "no-id": (say("There is no player"), say("“{player}” can be no player's id.")),
    "event-not-in-log": (
        say("The event is not in the log"),
        say(
            "From event #{position} one does not arrive at the fingerprint of the log of {size} events. The event or "
            "the way to it was altered."
        ),
    ),
    "event-unreadable": (
        say("The event cannot be read"),
        say("What the file gives as event #{position} is not an event."),
    ),
    "event-format": (
        say("The event cannot be read"),
        say("It is not stored in a form that this page knows."),
    ),
    "no-list": (
        say("No list was published there"),
        say("The event in the file publishes no list with a fingerprint."),
    ),
    "not-grown": (
        say("The log was changed"),
        say(
            "The log of {old} events is not the beginning of the log of {size} events. Keep both checkpoints: if the "
            "office signed both, they are the evidence."
        ),
    ),
    "signature-wrong": (
        say("A signature is wrong"),
        say("The signature of {name} does not belong to this checkpoint."),
    ),
    "unsigned": (
        say("The office did not sign it"),
        say("The checkpoint in the file is not signed by the key that you gave: {keys}"),
    ),
    "other-key": (
        say("Another key signed it"),
        say(
            "The checkpoint is signed by another key of the same name, not by the one that you gave: {keys}"
        ),
    ),
    "key-of-other-log": (
        say("The key is of another log"),
        say("The key is of {name}, the checkpoint of {origin}."),
    ),
    "too-few": (
        say("Too few witnesses"),
        say("Cosigned by {number} of the {all} witnesses that you named; {quorum} must have."),
    ),
    "kept-other-log": (
        say("Your checkpoint is of another log"),
        say("The checkpoint that you kept is of {origin}."),
    ),
    "kept-too-old": (
        say("Your checkpoint is too old for this"),
        say(
            "The checkpoint of {size} events that you kept does not contain event #{position}, and vouches for no "
            "other. Get a newer one from somewhere you trust."
        ),
    ),
    "kept-other-root": (
        say("Your checkpoint says something else"),
        say(
            "For the same {size} events the file has another fingerprint than the checkpoint that you kept. One of "
            "them is not of the office's log: keep both, and ask the office and its witnesses."
        ),
    ),
    "kept-no-way": (
        say("Nothing leads to your checkpoint"),
        say(
            "The file does not lead to the checkpoint of {size} events that you kept; ask the office for one that does."
        ),
    ),
    "kept-newer": (
        say("Your checkpoint is newer"),
        say(
            "You kept a checkpoint of {old} events, and are shown one of {size}: an old state of the log."
        ),
    ),
    "kept-no-path": (
        say("Nothing leads from your checkpoint"),
        say(
            "The way given begins at {from} events, your checkpoint has {old}; ask the office for one that begins "
            "there."
        ),
    ),
    "nothing-kept": (
        say("Nothing to compare with"),
        say("Give the checkpoint that you kept as well: drop it here."),
    ),
    "name-not-opened": (
        say("The opening does not fit"),
        say("It does not open the name in the row of {player}. Is it of the same player?"),
    ),
    "leaves-not-the-list": (
        say("The rows are not the published list"),
        say(
            "The {size} rows of this site give another fingerprint than the one that was published."
        ),
    ),
    "leaves-not-in-order": (
        say("The rows are not in order"),
        say(
            "The row of {player} stands where it must not: rows are sorted by id, and each id stands once."
        ),
    ),
    "csv-no-player": (
        say("Not a list"),
        say("The file has no column “player”: it is no csv file of a list."),
    ),
    "csv-stranger": (
        say("Somebody is in your file alone"),
        say("{player} is in your file, or twice, and not on the list."),
    ),
    "csv-differs": (
        say("Your file differs"),
        say("{player}, {column}: your file has “{here}”, the published list has “{there}”."),
    ),
    "csv-columns": (
        say("Columns are missing"),
        say("Your file has other columns than the published list."),
    ),
    "csv-missing": (
        say("Somebody is missing in your file"),
        say("{number} players of the list are not in your file, the first of them {player}."),
    ),
}
UNREADABLE = {  # the file itself
    "not-utf8": say("It is not UTF-8 text."),
    "not-json": say("It is not JSON: something is wrong at character {at}."),
    "key-twice": say("“{key}” stands in it twice, so that two programs could read it differently."),
    "too-deep": say("Its brackets are nested more than {most} deep."),
    "too-long": say("A number in it has more than {most} digits."),
    "not-fields": say("It does not have the fields of a proof, or has others."),
    "other-format": say("It has another format than this page knows."),
    "half-a-list": say("It has rows and no player, or a player and no rows."),
    "hash-size": say("A hash in it does not have 32 bytes."),
    "not-base64": say("“{text}” is not base64 in its one spelling."),
    "not-a-checkpoint": say("What it has as a checkpoint is none."),
    "not-a-signature": say("“{line}” is not the line of a signature."),
    "not-a-continuation": say("It does not begin with “old” and a size."),
    "not-a-key": say("“{text}” is not a key: a key is name+hash+base64."),
    "key-hash": say(
        "The hash in the key “{text}” does not belong to it: it was cut off or mistyped."
    ),
    "key-of-witness": say("“{text}” is the key of a witness, not of an office."),
    "key-of-log": say("“{text}” is the key of an office, not of a witness."),
    "key-again": say("The same key stands there twice."),
    "not-csv": say("It is no csv file."),
}
NO_FILE = say("The file cannot be checked")
PAGE = {  # what else the script says
    "all-hold": say("Everything holds, and the office signed it."),
    "hashes-hold": say(
        "The parts of the file fit each other. Who made it is not checked yet: give the key below."
    ),
    "site-key": say(
        "Everything holds for the key that this site shows. Whoever could change the site could change that key, too: "
        "compare it with a second source."
    ),
    "fails": say(
        "Do not rely on this file. Something in it is not what was published, or the file is damaged."
    ),
    "list-holds": say("The whole list is the published one."),
    "had": say("{player} has {rating} on the {scheme} list of {listDate}, as published."),
    "absent": say("{player} is not on the {scheme} list of {listDate}."),
    "revised": say("This list was revised: a newer publication of it exists. Check that one, too."),
    "after-failure": say("Not checked"),
    "after-failure-why": say("The steps below say nothing as long as this one fails."),
    "stored": say("As it is stored"),
    "save": say("Save this proof"),
    "remembered": say("This key is remembered in this browser since {day}."),
    "key-differs": say(
        "Attention: this site shows another key than the one that you use. Ask the office which is right before you "
        "trust either."
    ),
    "key-agrees": say("It is the key that this site shows, too."),
    "key-none": say("No key is given yet."),
    "key-from-site": say(
        "This is the key that the site itself shows. Compare it with a second source."
    ),
    "unknown-file": say("This is none of the files that this page can check: {file}"),
    "file-proof": say("Proof: {file}"),
    "file-kept": say("Your checkpoint: {file}"),
    "file-opening": say("Opening: {file}"),
    "file-continuation": say("Continuation: {file}"),
    "file-csv": say("List: {file}"),
    "loading": say("Reading the rows of the list: {done} of {all}"),
    "no-data": say("This copy of the page has no lists with it: drop a file instead."),
    "no-list-of-csv": say("Choose the list first that your csv file is to be compared with."),
    "keep-this": say("Save the newest checkpoint of this site"),
}
