"""Roles of a ledger on PostgreSQL: an office appends and reads, and can change, delete or drop nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger import LedgerError, open_log
from ledger.tree.note import SigningKey
from ledger.tree.verify import examine
from replay.commands.main import run
from replay.files import open_file
from replay.simulation.demo import APPEAL, SAMPLE
from tests.postgres_server import NEWEST, OLDEST, PostgresServer


@pytest.fixture(scope="module", params=[OLDEST, NEWEST])
def postgres(request: pytest.FixtureRequest) -> Iterator[PostgresServer]:
    """The oldest and the newest server that can be had: what a role may do has changed from one to the other."""
    server = PostgresServer(request.param)
    yield server
    server.throw_away()


def user_of(postgres: PostgresServer, database: str, role: str) -> str:
    """The address of the database for a new user in a role of the ledger."""
    name = database.rpartition("/")[2]
    user = f"{name}_{role}_user"
    postgres.execute(f"CREATE USER {user} IN ROLE {name}_{role}")
    return postgres.address(name, user)


@pytest.fixture
def ledger(database: str) -> str:
    """A ledger that the superuser has made with `init`, with some events."""
    assert run(["--ledger", database, "init", "--origin", "ratings.example.org/roles"]) == 0
    with open_log(database) as log:
        log.append(open_file(SAMPLE))
    return database


def test_init_says_which_roles_it_has_made(
    database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    name = database.rpartition("/")[2]
    for _ in range(2):  # harmless if they are there
        assert run(["--ledger", database, "init"]) == 0
        told = capfd.readouterr().err
        assert (
            f"role {name}_office: its members append and read" in told
            and f"role {name}_admin" in told
        )


def test_an_office_works_as_in_a_folder(
    postgres: PostgresServer, ledger: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Import, list, publish, verify; and init, which changes nothing on a ledger that somebody else has made."""
    place = user_of(postgres, ledger, "office")
    capfd.readouterr()
    assert run(["--ledger", place, "init"]) == 0
    assert "left as it is" in capfd.readouterr().err
    imported, published = ["import", str(APPEAL)], ["publish", "cxa-rapid", "2026-01-01"]
    for words in (imported, ["list", "malaysia", "2026-01-01"], published, ["verify"]):
        assert run(["--ledger", place, *words]) == 0, capfd.readouterr().err


@pytest.mark.parametrize("role", ["office", "admin"])
def test_nobody_in_a_role_can_change_anything(
    postgres: PostgresServer, ledger: str, role: str
) -> None:
    """Not by SQL either. What a tile has can only be continued."""
    import psycopg

    refused = [
        *(
            f"{change} {table}"
            for table in ("stored_events", "facts")
            for change in ("DELETE FROM", "TRUNCATE")
        ),
        "UPDATE stored_events SET state = 'x' WHERE notification_id = 1",
        "UPDATE facts SET value = 'x'",
        "INSERT INTO facts VALUES ('origin2', 'x')",
        "UPDATE tiles SET level = 9",
        "UPDATE tiles SET hashes = 'x'",
        "DELETE FROM tiles",
        "TRUNCATE tiles",
        "UPDATE person_keys SET key = 'x'",
        "UPDATE person_keys SET person = 'x'",
        "DELETE FROM person_keys",
        "TRUNCATE person_keys",
        *(f"DROP TABLE {table}" for table in ("stored_events", "facts", "tiles", "person_keys")),
        "ALTER TABLE stored_events DISABLE TRIGGER ALL",
        "DROP TRIGGER no_update_of_stored_events ON stored_events",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS ''",
        "CREATE RULE r AS ON INSERT TO stored_events DO INSTEAD NOTHING",
    ]
    with psycopg.connect(user_of(postgres, ledger, role), autocommit=True) as connection:
        for statement in refused:
            with pytest.raises(
                (psycopg.errors.InsufficientPrivilege, psycopg.errors.RaiseException)
            ):
                connection.execute(statement)
        assert connection.execute("SELECT count(*) FROM stored_events").fetchone() == (169,)


def test_an_administrator_erases_a_person_and_an_office_does_not(
    postgres: PostgresServer, ledger: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """An office that tries is told, and neither the log nor the keys have changed."""
    office, admin = (user_of(postgres, ledger, role) for role in ("office", "admin"))
    words = ["erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes"]
    assert run(["--ledger", office, *words]) == 2
    assert "this user may not do that" in capfd.readouterr().err
    with open_log(office) as log:
        assert log.head == 169 and log.store.keys.get(["F05"])["F05"]
    assert run(["--ledger", admin, *words]) == 0
    said = capfd.readouterr().err
    assert "VACUUM FULL person_keys" in said and "erase again with --lists FOLDER" in said
    with open_log(office) as log:
        assert log.head == 170 and log.store.keys.get(["F05"]) == {"F05": None}


def test_an_administrator_lets_users_in_and_an_office_does_not(
    postgres: PostgresServer, ledger: str
) -> None:
    import psycopg

    name = ledger.rpartition("/")[2]
    postgres.execute(f"CREATE USER {name}_new")
    grant = f"GRANT {name}_office TO {name}_new"
    user = user_of(postgres, ledger, "office")
    with psycopg.connect(user) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(grant)
    with pytest.raises(LedgerError, match=r"this user may not do that"):
        open_log(postgres.address(name, f"{name}_new"))
    with psycopg.connect(user_of(postgres, ledger, "admin"), autocommit=True) as connection:
        connection.execute(grant)
    with open_log(postgres.address(name, f"{name}_new")) as log:
        assert log.head == 169


def test_a_user_who_may_not_make_roles_is_told_what_to_ask_for(
    postgres: PostgresServer, database: str, golden: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The owner of a database on a hosted server, say: the ledger is made, and its roles get their rights later."""
    name = database.rpartition("/")[2]
    postgres.execute(f"CREATE USER {name}_owner")
    postgres.execute(f"ALTER DATABASE {name} OWNER TO {name}_owner")
    place = postgres.address(name, f"{name}_owner")
    assert run(["--ledger", place, "init"]) == 0
    told = capfd.readouterr().err
    grant = f'GRANT "{name}_office" TO "{name}_admin" WITH ADMIN OPTION'
    assert (
        f'have CREATE ROLE "{name}_office"; CREATE ROLE "{name}_admin"; {grant} run, then init again'
        in told
    )
    postgres.execute(f"CREATE ROLE {name}_office")
    postgres.execute(f"CREATE ROLE {name}_admin")
    assert run(["--ledger", place, "init"]) == 0
    told = capfd.readouterr().err
    assert "its members append and read" in told
    assert (
        f"role {name}_admin: its members can do nothing yet" in told and f"have {grant} run" in told
    )
    postgres.execute(grant)
    assert run(["--ledger", place, "init"]) == 0
    assert f"role {name}_admin: its members do so, too, erase persons" in capfd.readouterr().err
    with open_log(user_of(postgres, database, "office")) as log:
        assert log.append(open_file(golden / "v1.export.jsonl")).appended == 32
    with open_log(user_of(postgres, database, "admin")) as log:
        assert log.head == 32


def test_the_owner_of_a_database_who_may_make_roles_needs_no_superuser(
    postgres: PostgresServer, database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """As docs/postgres.md begins: the owner makes the ledger, its roles, and users in them."""
    import psycopg

    name = database.rpartition("/")[2]
    postgres.execute(f"CREATE ROLE {name}_owner LOGIN CREATEROLE")
    postgres.execute(f"ALTER DATABASE {name} OWNER TO {name}_owner")
    owner = postgres.address(name, f"{name}_owner")
    assert run(["--ledger", owner, "init"]) == 0
    assert "its members append and read" in capfd.readouterr().err
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name}_anna LOGIN IN ROLE {name}_office")
    with open_log(postgres.address(name, f"{name}_anna")) as log:
        assert log.append(open_file(SAMPLE)).appended == 169
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name}_bo LOGIN IN ROLE {name}_admin")
    with open_log(postgres.address(name, f"{name}_bo")) as log:
        assert log.head == 169


ERASURE = b'{"type":"PersonErased","date":"2026-01-05","player":"F05","reason":"x"}\n'
OWNERS_LINES = {
    "PersonErased": ERASURE,
    "KeyAnnounced": b'{"type":"KeyAnnounced","date":"2026-01-05","key":"%s"}\n',
    "KeyRevoked": b'{"type":"KeyAnnounced","date":"2026-01-05","key":"%s"}\n'
    b'{"type":"KeyRevoked","date":"2026-01-05","key":"%s","reason":"stolen"}\n',
}


def events_file(folder: Path, kind: str) -> str:
    """A file with an event of this type, and before it what the event needs."""
    key = SigningKey("ratings.example.org/roles", 1, bytes(32)).public.text.encode()
    file = folder / f"{kind}.jsonl"
    file.write_bytes(OWNERS_LINES[kind].replace(b"%s", key))
    return str(file)


@pytest.mark.parametrize("kind", OWNERS_LINES)
def test_the_database_lets_no_office_import_what_only_the_owner_may_append(
    postgres: PostgresServer,
    ledger: str,
    kind: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """An administrator may, and so may the owner. Nothing of a refused file is stored."""
    admin = user_of(postgres, ledger, "admin")
    before = 169
    if kind == "KeyRevoked":  # of a key that an administrator has announced
        assert run(["--ledger", admin, "import", events_file(tmp_path, "KeyAnnounced")]) == 0
        before += 1
        capfd.readouterr()
    file = events_file(tmp_path, kind)
    assert run(["--ledger", user_of(postgres, ledger, "office"), "import", file]) == 2
    said = capfd.readouterr().err
    assert "this user may not do that" in said
    assert f"only an administrator or the owner of the ledger may append {kind}" in said
    assert "nothing was appended" in said
    with open_log(ledger) as log:
        assert log.head == before
    assert run(["--ledger", admin, "import", file]) == 0, capfd.readouterr().err
    assert run(["--ledger", ledger, "import", file]) == 0, "the owner says it again"
    with open_log(ledger) as log:
        assert type(log.event(log.head)).__name__ == kind


def test_an_office_announces_no_key_and_an_administrator_does(
    postgres: PostgresServer, ledger: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    office, admin = (user_of(postgres, ledger, role) for role in ("office", "admin"))
    secret = str(tmp_path / "office.key")
    assert run(["--ledger", office, "keys", "new", "ratings.example.org/roles", secret]) == 0
    announced = ["keys", "announce", secret]
    assert run(["--ledger", office, *announced]) == 2
    assert "may append KeyAnnounced" in capfd.readouterr().err
    assert run(["--ledger", admin, *announced]) == 0, capfd.readouterr().err


def test_no_sql_of_an_office_gets_around_it(postgres: PostgresServer, ledger: str) -> None:
    """Not under the name of another type, nor with tables of its own in place of the server's."""
    import psycopg

    insert = "INSERT INTO stored_events (originator_id, originator_version, topic, state, notification_id)"
    stored = b'{"v":2,"recorded":"2026-11-16T03:05:30.123456Z",' + ERASURE.strip()[1:]
    tries = [
        ("", "PersonErased", stored),
        ("", "TitleAwarded", stored),
        ("CREATE TEMP VIEW pg_roles AS SELECT * FROM pg_catalog.pg_user; SET search_path = pg_temp, public",
         "PersonErased", stored),
        ("CREATE TEMP TABLE pg_class AS SELECT oid, (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user) "
         "AS relowner FROM pg_catalog.pg_class; SET search_path = pg_temp, pg_catalog, public",
         "PersonErased", stored),
    ]  # fmt: skip
    with psycopg.connect(user_of(postgres, ledger, "office"), autocommit=True) as connection:
        for before, topic, state in tries:
            connection.execute(before or "SELECT 1")
            with pytest.raises(
                psycopg.errors.InsufficientPrivilege, match="only an administrator or the owner"
            ):
                connection.execute(
                    f"{insert} VALUES ('player/F05', 9, %s, %s, 170)", (topic, state)
                )


def test_a_ledger_that_was_made_before_is_protected_by_init(
    postgres: PostgresServer, ledger: str, tmp_path: Path
) -> None:
    import psycopg

    with psycopg.connect(ledger, autocommit=True) as connection:
        connection.execute("DROP FUNCTION refuse_append CASCADE")
    office, file = user_of(postgres, ledger, "office"), events_file(tmp_path, "PersonErased")
    with open_log(office) as log:
        (wrong,) = [check for check in examine(log) if not check.ok]
    assert (
        wrong.name == "triggers"
        and "owners_events_by_owners is missing" in wrong.detail
        and "init" in wrong.detail
    )
    assert run(["--ledger", ledger, "init"]) == 0
    assert run(["--ledger", office, "import", file]) == 2
    with open_log(office) as log:
        assert all(check.ok for check in examine(log))


@pytest.mark.parametrize("statement", [
    "ALTER TABLE stored_events DISABLE TRIGGER no_delete_of_stored_events",
    "DROP TRIGGER no_delete_of_stored_events ON stored_events",
])  # fmt: skip
def test_verify_says_if_the_database_no_longer_protects_the_log(
    ledger: str, statement: str
) -> None:
    import psycopg

    with psycopg.connect(ledger, autocommit=True) as connection:
        connection.execute(statement)
    with open_log(ledger) as log:
        assert [check.name for check in examine(log) if not check.ok] == ["triggers"]
    assert run(["--ledger", ledger, "init"]) == 0
    with open_log(ledger) as log:
        assert all(check.ok for check in examine(log))
