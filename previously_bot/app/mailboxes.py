"""What both a chat in the terminal and the bot are made of: boxes on disk, and mailboxes."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from adapters.base import Adapter, FileSource
from previously_bot.app.minds import marker_for, mind_of, shelf_of
from previously_bot.app.pasts import open_earlier
from previously_bot.app.places import Place, held_state, open_store, timeline_of
from previously_bot.choreography import Cast
from previously_bot.clock import Clock, Pause
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.lane import Lane
from previously_bot.parts import Boxes, Mind, boxes_over
from previously_bot.people import Person
from previously_bot.status import Process
from previously_bot.tidying import Tidying
from previously_bot.transcriber import Transcriber
from previously_bot.uniting import Home


@dataclass(frozen=True, slots=True)
class Brought:
    """Where files of messages come from, by platform, and what listens to them."""

    sources: Mapping[str, FileSource] = field(default_factory=dict)
    transcriber: Transcriber | None = None

    @classmethod
    def by(cls, adapters: Mapping[str, Adapter], transcriber: Transcriber | None) -> "Brought":
        """By those of the platforms that keep files."""
        sources = {name: one for name, one in adapters.items() if isinstance(one, FileSource)}
        return cls(sources, transcriber)


@contextmanager
def open_boxes(state: Path, clock: Clock, *, writer: str | None = None) -> Iterator[Boxes]:
    """What came in and what goes out, without the texts of what is long done with; with a
    `writer`, nobody else answers from there meanwhile."""
    held = held_state(state, writer) if writer else nullcontext()
    with held, closing(Database(state)) as database:
        boxes = boxes_over(database, secrets.choice)
        Tidying(boxes, state, clock).tidy()
        yield boxes


@contextmanager
def open_home(
    place: Place,
    boxes: Boxes,
    courier: Courier,
    clock: Clock,
    cast: Cast | None,
    writer: str,
    process: Callable[[], Process],
    brought: Brought | None = None,
    pause: Pause | None = None,
) -> Iterator[Home]:
    """A person's timeline, of which `writer` is the one that writes, and their mailbox; with a
    `pause` for platforms where one message may come as several."""
    with (
        open_store(place, writer=writer) as store,
        closing(Lane(place.person.name)) as lane,
        open_earlier(place, clock) as earlier,
    ):
        timeline = timeline_of(place, store, marker_for(cast))
        brought = brought or Brought()

        def mind(person: Person) -> Mind:
            there = replace(place, person=person)
            shelf = shelf_of(there, store, lane, brought.sources, brought.transcriber, cast)
            journal = boxes.journal
            return mind_of(there, store, timeline, lane, cast, shelf, journal, earlier=earlier)

        mailbox = Conversation(
            place.person,
            timeline=timeline,
            minds=mind,
            boxes=boxes,
            courier=courier,
            clock=clock,
            process=process,
            pause=pause,
        )
        yield Home(place.person, store, timeline, lane, mailbox)
