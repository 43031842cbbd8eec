"""Finding the way back: by words, by dates, by both; and following the timeline as it grows."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.recall import Index
from memory.slices import Amendment, ClosedBy, Mark, Slice, Speaker, Status, Turn
from memory.store import Change
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.recollection import Recollection

NOON = datetime(2026, 7, 7, 12, tzinfo=UTC)
NOW = NOON + timedelta(hours=9)
ZONE = ZoneInfo("Europe/Berlin")


def made(days_ago: int, *texts: str, agent: str = "", **more: object) -> Slice:
    at = NOON - timedelta(days=days_ago)
    said = [(Speaker.USER, text) for text in texts] + (
        [(Speaker.AGENT, agent)] if agent else []
    )
    turns = tuple(
        Turn(str(number), at + timedelta(seconds=number), speaker, text)
        for number, (speaker, text) in enumerate(said, start=1)
    )
    slice_id = f"{at:%Y-%m-%d-%H%M}"
    return Slice(slice_id, at, turns[-1].at, turns, Status.CLOSED, **more)  # type: ignore[arg-type]


def index(*slices: Slice) -> Index:
    built = Index()
    for slice_ in slices:
        built.put(slice_)
    return built


def found(built: Index, question: str, limit: int = 10) -> list[str]:
    return [
        one.slice_id[:10] for one in built.recall(question, NOW, ZONE, limit=limit).pointers
    ]


LIFE = (
    made(3, "The cello stands in the attic now.", "It was too cold in the hall."),
    made(2, "We planted tomatoes and basil on the balcony."),
    made(1, "我今天去医院看了妈妈，她的膝盖好多了。"),
    made(0, "The landlord wrote about the lease again."),
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Where is the cello?", "2026-07-04"),
        ("planting a tomato", "2026-07-05"),
        ("妈妈的膝盖怎么样", "2026-07-06"),
        ("what did the LANDLORD say about leases", "2026-07-07"),
    ],
)
def test_the_slice_that_says_the_words_comes_first(question: str, first: str) -> None:
    assert found(index(*LIFE), question)[0] == first


@pytest.mark.parametrize("question", ["", "the of and", "zebra", "🙂", "?" * 1000])
def test_nothing_is_invented(question: str) -> None:
    recalled = index(*LIFE).recall(question, NOW, ZONE)
    assert list(recalled.pointers) == []
    assert list(Index().recall(question, NOW, ZONE).pointers) == []


def test_a_date_alone_gives_everything_of_that_day_oldest_first() -> None:
    day = [made(0, "evening"), made(0, "x")]
    day[1] = Slice("2026-07-07-0600", NOON - timedelta(hours=6), NOON, day[1].turns)
    recalled = index(*LIFE[:3], *day).recall("2026-07-07", NOW, ZONE)
    assert [one.slice_id for one in recalled.pointers] == ["2026-07-07-0600", "2026-07-07-1200"]
    assert all("inside 2026-07-07" in one.reason for one in recalled.pointers)


def test_a_day_without_anything_says_so_and_shows_no_other_day() -> None:
    recalled = index(*LIFE).recall("What about the cello on 2026-06-01?", NOW, ZONE)
    assert list(recalled.pointers) == []
    assert "2026-06-01" in recalled.note


def test_within_a_time_the_words_decide_and_everything_is_a_candidate() -> None:
    assert found(index(*LIFE), "tomatoes 2026-07") == [
        "2026-07-05",
        "2026-07-07",
        "2026-07-06",
        "2026-07-04",
    ]


def test_a_pointer_says_why_and_which_turns() -> None:
    (pointer,) = index(*LIFE).recall("cello attic", NOW, ZONE).pointers
    assert pointer.reason == "says “cello” once, “attic” once"
    assert pointer.turns == ("1",)
    assert 0 < pointer.relevance <= 1


def test_more_of_the_words_is_more_relevant() -> None:
    built = index(made(2, "a lamp"), made(1, "a green lamp for the hall"), made(0, "the hall"))
    assert found(built, "green lamp in the hall")[0] == "2026-07-06"


def test_the_newer_of_two_that_say_the_same_comes_first() -> None:
    assert found(index(made(5, "a lamp"), made(1, "a lamp")), "lamp") == [
        "2026-07-06",
        "2026-07-02",
    ]


def test_a_correction_and_a_tag_are_found_too() -> None:
    corrected = made(4, "It was the blue one.", amendments=(Amendment("It was the green"),))
    tagged = made(5, "Eight hundred.", mark=Mark(tags=("workshop",)))
    built = index(corrected, tagged, *LIFE)
    assert found(built, "green") == ["2026-07-03"]
    assert found(built, "workshop") == ["2026-07-02"]
    assert (
        built.recall("workshop", NOW, ZONE, limit=1).pointers[0].reason == "is about “workshop”"
    )


def test_what_an_answer_only_quotes_is_not_said_once_more() -> None:
    echo = made(1, "What was it?", agent="Found:\n\n> You: “The cello stands in the attic.”")
    assert found(index(LIFE[0], echo), "cello") == ["2026-07-04"]


def test_a_slice_put_again_replaces_what_was_indexed() -> None:
    built = index(made(1, "a lamp"))
    built.put(made(1, "a chair"))
    assert found(built, "lamp") == []
    assert found(built, "chair") == ["2026-07-06"]
    built.drop("2026-07-06-1200")
    assert found(built, "chair") == []


def test_tags_that_are_one_strand_go_with_their_slice() -> None:
    tagged = made(3, "A borrow checker", mark=Mark(tags=("Rust", "rust", "rust ")))
    built = index(tagged)
    built.put(tagged)
    assert found(built, "rust") == ["2026-07-04"]
    built.drop(tagged.slice_id)
    assert found(built, "rust") == []


def test_the_limit_holds() -> None:
    assert len(found(index(*(made(n, "a lamp") for n in range(9))), "lamp", limit=4)) == 4


# Following the timeline


def added(timeline: Timeline, text: str, minutes: int) -> str:
    at = NOON + timedelta(minutes=minutes)
    return timeline.add(Turn("?", at, Speaker.USER, text)).label


def timeline_on(store: InMemoryStore) -> Timeline:
    return Timeline(store, zone="Europe/Berlin", mark=lambda slice_: slice_.mark)


def test_what_was_just_said_is_found_but_the_question_itself_is_not() -> None:
    timeline = timeline_on(InMemoryStore())
    added(timeline, "The cello is in the attic.", 0)
    recollection = Recollection(timeline)
    label = added(timeline, "Where is the cello?", 1)
    recalled = recollection.recall("Where is the cello?", NOW, ZONE, asked=[label])
    (scene,) = recollection.scenes(recalled, 5)
    assert scene.turns == ("1",)
    added(timeline, "And the violin is in the hall.", 2)
    assert recollection.recall("violin", NOW, ZONE).pointers


def test_a_question_is_not_what_was_said_in_its_own_time() -> None:
    timeline = timeline_on(InMemoryStore())
    recollection = Recollection(timeline)
    label = added(timeline, "What did we talk about today?", 0)
    recalled = recollection.recall("What did we talk about today?", NOW, ZONE, asked=[label])
    assert list(recalled.pointers) == []
    assert "today" in recalled.note
    later = recollection.recall("today", NOW, ZONE)
    assert [one.slice_id for one in later.pointers] == ["2026-07-07-1200"]


def test_a_slice_that_was_closed_grew_or_went_away_is_followed() -> None:
    store = InMemoryStore()
    timeline = timeline_on(store)
    recollection = Recollection(timeline)
    added(timeline, "A lamp.", 0)
    assert recollection.recall("lamp", NOW, ZONE).pointers
    timeline.close(ClosedBy.USER)
    added(timeline, "A chair.", 5)
    assert len(recollection.recall("lamp", NOW, ZONE).pointers) == 1
    assert len(recollection.recall("chair", NOW, ZONE).pointers) == 1
    path = timeline.path("2026-07-07-1200")
    stored = store.read(path)
    assert stored is not None
    store.write([Change(path, None, stored.version)], message="gone")
    recalled = recollection.recall("lamp", NOW, ZONE)
    assert recollection.scenes(recalled, 5) == []


def test_why_is_told_in_the_language_of_the_person_whatever_that_of_the_question() -> None:
    timeline = timeline_on(InMemoryStore())
    added(timeline, "Rex is in the garden.", 0)
    for language, said in (("zh", "说到“rex”"), ("en", "says “rex”"), ("", "says “rex”")):
        recollection = Recollection(timeline, language=language)
        (pointer,) = recollection.recall("rex", NOW, ZONE).pointers
        assert pointer.reason.startswith(said)
