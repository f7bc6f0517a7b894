"""Who may do what with a ledger on PostgreSQL: offices append and read; nobody who works with it changes anything."""

from typing import Any

from psycopg.sql import SQL, Composed, Identifier

from ledger.append.appenders import OWNERS_EVENTS
from ledger.log.store import TABLE
from ledger.log.wire_format import HEAD_LENGTH
from wording import say

LONGEST = 50  # letters of a database's name that its roles take over: a name has room for 63 bytes

_MAY_MAKE = "SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user"
# Up to PostgreSQL 15 whoever may make roles may grant any; from 16 on its maker administers a role, and is told so.
_MAY_GRANT = """
SELECT pg_has_role(%s, 'MEMBER WITH ADMIN OPTION')
    OR (rolcreaterole AND current_setting('server_version_num')::int < 160000) AS may
FROM pg_roles WHERE rolname = current_user
"""
_IS_GRANTED = """
SELECT EXISTS (
    SELECT FROM pg_auth_members WHERE roleid = to_regrole(quote_ident(%s)) AND member = to_regrole(quote_ident(%s))
) AS granted
"""
# The newest tile of each level grows, so it is updated, and the key of a person is destroyed to erase the person;
# triggers refuse every other change of them.
_RIGHTS = f"""
REVOKE ALL ON {TABLE}, facts, tiles, person_keys FROM PUBLIC, {{admin}}, {{office}};
GRANT CONNECT ON DATABASE {{database}} TO {{office}};
GRANT USAGE ON SCHEMA public TO {{office}};
GRANT SELECT ON {TABLE}, facts, tiles, person_keys TO {{office}};
GRANT INSERT ON {TABLE}, tiles, person_keys TO {{office}};
GRANT UPDATE (hashes) ON tiles TO {{office}};
GRANT UPDATE (key) ON person_keys TO {{admin}}
"""

# The name of an event's type stands in its stored bytes and, for the library, as its topic: the two must agree, or an
# office could append under another name by SQL of its own. Names of the catalogue are written in full because a
# temporary table would be found before it. The trigger runs after the row: one that ran before would slow COPY down.
GUARD = "owners_events_by_owners"
_TYPE = "convert_to('\"type\":\"' || new.topic || '\"', 'UTF8')"
REFUSE_APPEND = f"""
CREATE OR REPLACE FUNCTION refuse_append() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_catalog.pg_roles WHERE pg_has_role(oid, 'USAGE') AND (
            rolname = left(current_database()::text, {LONGEST}) || '_admin'
            OR oid = (SELECT relowner FROM pg_catalog.pg_class WHERE oid = TG_RELID)
        )
    ) THEN
        RAISE insufficient_privilege USING
            MESSAGE = format('only an administrator or the owner of the ledger may append %s', new.topic);
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER {GUARD} AFTER INSERT ON {TABLE} FOR EACH ROW WHEN (
    new.topic IN ({", ".join(f"'{kind}'" for kind in OWNERS_EVENTS)})
    OR substr(new.state, {HEAD_LENGTH + 1}, octet_length({_TYPE})) <> {_TYPE}
) EXECUTE FUNCTION refuse_append()
"""


def write_rights(cursor: Any, database: str) -> list[str]:
    """Make the two roles of a ledger where they are missing, and write their rights; says what was done."""
    office, admin = (f"{database[:LONGEST]}_{kind}" for kind in ("office", "admin"))
    missing = [
        role
        for role in (office, admin)
        if not _one(cursor, "SELECT to_regrole(quote_ident(%s)) AS role", role)
    ]
    if missing and not _one(cursor, _MAY_MAKE):
        wanted = "; ".join([*(f'CREATE ROLE "{role}"' for role in missing), _grant(office, admin)])
        done = say(
            "no rights were written, because this user may not make roles: have {wanted} run, then init again",
            wanted=wanted,
        )
        return [done]
    for role in missing:
        cursor.execute(SQL("CREATE ROLE {}").format(Identifier(role)))
    cursor.execute(_filled(_RIGHTS, database, office, admin))
    if _one(cursor, _MAY_GRANT, office):
        cursor.execute(
            _filled("GRANT {office} TO {admin} WITH ADMIN OPTION", database, office, admin)
        )
    return [
        say("role {office}: its members append and read", office=office),
        _rights_of_admin(cursor, office, admin),
        say(
            "members of neither can change, delete or drop anything; the tables belong to the user who made them"
        ),
    ]


def _rights_of_admin(cursor: Any, office: str, admin: str) -> str:
    if _one(cursor, _IS_GRANTED, office, admin):
        return say(
            "role {admin}: its members do so, too, erase persons, announce keys, and let users in: "
            "GRANT {office} TO somebody",
            admin=admin,
            office=office,
        )
    return say(
        "role {admin}: its members can do nothing yet, because this user may not grant roles: have {wanted} run",
        admin=admin,
        wanted=_grant(office, admin),
    )


def _grant(office: str, admin: str) -> str:
    return f'GRANT "{office}" TO "{admin}" WITH ADMIN OPTION'


def _one(cursor: Any, question: str, *values: str) -> Any:
    return next(iter(cursor.execute(question, values or None).fetchone().values()))


def _filled(text: str, database: str, office: str, admin: str) -> Composed:
    return SQL(text).format(
        database=Identifier(database), office=Identifier(office), admin=Identifier(admin)
    )
