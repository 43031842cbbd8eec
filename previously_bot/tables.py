"""The tables in the state folder's database, and the types of what they hold."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
    true,
)
from sqlalchemy.types import TypeDecorator

from memory.slices import writable


class Moment(TypeDecorator[datetime]):
    """An aware moment, read back in UTC; as text of one width, so that it sorts by time."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value).astimezone(UTC)


class AnyText(TypeDecorator[str]):
    """Any text whatever, of any length, NUL included (which PostgreSQL's text cannot hold)."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else writable(value).encode()

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else bytes(value).decode()


metadata = MetaData()
_NOTHING = text("X''")  # no bytes at all

schema_rows = Table("previously_schema", metadata, Column("version", Integer, primary_key=True))

inbox_rows = Table(
    "inbox",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String, nullable=False),
    Column("platform", String, nullable=False),
    Column("chat_id", String, nullable=False),
    Column("message_id", String, nullable=False),
    Column("account", String, nullable=False),
    Column("at", Moment, nullable=False),
    Column("text", AnyText, nullable=False),
    Column("quoted", AnyText, nullable=False, server_default=_NOTHING),
    Column("is_private", Boolean, nullable=False, server_default=true()),
    Column("attached", AnyText, nullable=False, server_default=_NOTHING),
    Column("pressed", String, nullable=False, server_default=""),
    Column("received", Moment, nullable=False),
    Column("answered", Boolean, nullable=False, default=False),
    Column("seal", String(64), nullable=False, server_default=""),
    UniqueConstraint("platform", "chat_id", "message_id", name="inbox_once"),
    Index("inbox_waiting", "answered", "person"),
    sqlite_autoincrement=True,
)

outbox_rows = Table(
    "outbox",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String, nullable=False),
    Column("platform", String, nullable=False),
    Column("chat_id", String, nullable=False),
    Column("text", AnyText, nullable=False),
    Column("at", Moment, nullable=False),
    Column("origin", String, unique=True),
    Column("on_timeline", Boolean, nullable=False),
    Column("recorded", Boolean, nullable=False, default=False),
    Column("state", String(16), nullable=False),
    Column("replies_to", String, nullable=False, server_default=""),
    Column("shown_as", String, nullable=False, server_default=""),
    Column("parts_sent", Integer, nullable=False, server_default="0"),
    Column("answers", String, nullable=False, server_default=""),
    Column("buttons", AnyText, nullable=False, server_default=_NOTHING),
    Column("file", AnyText, nullable=False, server_default=_NOTHING),
    Index("outbox_by_state", "state"),
    sqlite_autoincrement=True,
)

account_rows = Table(
    "accounts",
    metadata,
    Column("platform", String, primary_key=True),
    Column("account", String, primary_key=True),
    Column("person", String, nullable=False),
    Column("since", Moment, nullable=False),
)

code_rows = Table(
    "codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", String, nullable=False),
    Column("until", Moment, nullable=False),
    Column("outcome", String, nullable=False, server_default=""),
    Column("decided_by", String, nullable=False, server_default=""),
)

guess_rows = Table(
    "guesses",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("platform", String, nullable=False),
    Column("account", String, nullable=False),
    Column("at", Moment, nullable=False),
    sqlite_autoincrement=True,
)

revision_rows = Table(
    "revisions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String, nullable=False),
    Column("platform", String, nullable=False),
    Column("chat_id", String, nullable=False),
    Column("message_id", String, nullable=False),
    Column("now", AnyText, nullable=False),
    Column("received", Moment, nullable=False),
    Index("revisions_of", "person"),
    sqlite_autoincrement=True,
)

preference_rows = Table(
    "preferences",
    metadata,
    Column("person", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", AnyText, nullable=False),
)

plan_rows = Table(
    "plans",
    metadata,
    Column("token", String(16), primary_key=True),
    Column("person", String, nullable=False),
    Column("until", Moment, nullable=False),
    Column("plan", AnyText, nullable=False),
)

write_rows = Table(
    "writes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String, nullable=False),
    Column("at", Moment, nullable=False),
    Column("path", AnyText, nullable=False),
    Column("before", LargeBinary),
    Column("after", String),
    Column("undone_by", String, nullable=False, server_default=""),
    Index("writes_of", "person"),
    sqlite_autoincrement=True,
)

joined_rows = Table(
    "joined",
    metadata,
    Column("person", String, primary_key=True),
    Column("into", String, nullable=False),
    Column("since", Moment, nullable=False),
    Column("is_done", Boolean, nullable=False),
)
