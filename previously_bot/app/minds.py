"""What answers in a place: two models of the settings, or without any the memory alone."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial

from adapters.base import FileSource
from memory.slices import Mark, Slice
from memory.store import Store
from memory.stores.github.mirror import Mirror
from memory.timeline import Marker, Timeline
from previously_bot import texts
from previously_bot.afterwards import Afterwards
from previously_bot.answerer import Answerer
from previously_bot.apart import Apart
from previously_bot.app.places import Place, open_recollection
from previously_bot.attachments.fetching import Fetching
from previously_bot.attachments.keeping import Keeping
from previously_bot.attachments.shelf import Shelf
from previously_bot.attachments.understanding import Understanding
from previously_bot.awaiting import Awaiting
from previously_bot.backdrop import Backdrop
from previously_bot.briefing import Briefing
from previously_bot.choreography import Cast, Choreography
from previously_bot.clock import Pause, pause
from previously_bot.earlier import Earlier
from previously_bot.erasing import Erasure
from previously_bot.exports import Exports
from previously_bot.hindsight import Hindsight
from previously_bot.journal import Journal
from previously_bot.lane import Lane
from previously_bot.model import ChatModel
from previously_bot.model_settings import ModelsSettings
from previously_bot.models.discreet import DiscreetModel
from previously_bot.models.extractive.answers import ExtractiveModel
from previously_bot.models.extractive.marks import mark
from previously_bot.outlook import Outlook
from previously_bot.own_writes import OwnWrites
from previously_bot.parts import Mind
from previously_bot.sessions import Sessions
from previously_bot.settings import secret
from previously_bot.tools.toolbox import Toolbox
from previously_bot.transcriber import Transcriber

# In seconds: without what Flash sees there is an answer all the same, so nobody waits long.
_PATIENCE = {
    "flash": {"connecting": 5.0, "waiting": 10.0, "silence": 5.0, "in_all": 15.0},
    "pro": {"connecting": 10.0, "waiting": 60.0, "silence": 30.0, "in_all": 300.0},
}


def marker_for(cast: Cast | None) -> Marker:
    """What says of a closing slice what it was about."""
    return _mark_unmarked if cast else mark


def _mark_unmarked(slice_: Slice) -> Mark:
    """What a closing slice was about, where Flash has not said it yet."""
    return Mark() if slice_.mark.focus else mark(slice_)


def mind_of(
    place: Place,
    store: Store,
    timeline: Timeline,
    lane: Lane,
    cast: Cast | None,
    shelf: Shelf,
    journal: Journal | None,
    pause: Pause = pause,
    earlier: Earlier | None = None,
) -> Mind:
    """What answers: the models of the cast, or without one the memory alone. `pause` lets time
    pass before one of them is asked again."""
    person = place.person
    recollection, outlook = open_recollection(place, timeline), Outlook(timeline, person.zone)
    answerer: Answerer = ExtractiveModel()
    own = OwnWrites(store, journal, person.name)
    if (cast := cast and _discreet(cast)) is not None:
        backdrop = Backdrop(timeline, store, zone=person.zone, language=person.language)
        toolbox = Toolbox(
            timeline=timeline,
            recollection=recollection,
            outlook=outlook,
            store=store,
            own=own,
            lane=lane,
            zone=person.zone,
            language=person.language,
            customs=person.customs,
        )
        hindsight = Hindsight(timeline, backdrop, outlook)
        answerer = _choreography(place, cast, hindsight, toolbox, lane, pause)
    sessions = _sessions(place, store, timeline)
    awaited = partial(_awaited, place, store)
    briefing = Briefing(person, timeline, recollection, outlook, awaited)
    afterwards = Afterwards(timeline, sessions)
    exports = Exports(store, place.state, person.name)
    erasure = Erasure(timeline, store, recollection, sessions, afterwards, own, exports)
    asked = recollection, briefing, Awaiting(answerer), Apart(cast, place.models.budget)
    return Mind(*asked, afterwards, sessions, shelf, erasure, lane, own, exports, earlier)


def _awaited(place: Place, store: Store) -> str:
    """From where the past has not come yet; "" where all of it is here."""
    return place.called if isinstance(store, Mirror) and not store.has_met else ""


def _discreet(cast: Cast) -> Cast:
    """The same models, which are told no secrets."""
    fallback = DiscreetModel(cast.fallback) if cast.fallback else None
    flash, pro = DiscreetModel(cast.flash), DiscreetModel(cast.pro)
    return replace(cast, flash=flash, pro=pro, fallback=fallback)


def shelf_of(
    place: Place,
    store: Store,
    lane: Lane,
    sources: Mapping[str, FileSource],
    transcriber: Transcriber | None,
    cast: Cast | None,
    pause: Pause = pause,
) -> Shelf:
    """Where files go that come with messages; `sources` are platforms by their names, `pause`
    lets time pass while one is waited for."""
    language, most = place.person.language, place.attachments.bytes
    keeping = Keeping(store, lane)
    understanding = Understanding(
        keeping,
        transcriber,
        sees=cast is not None and "pro" in cast.seeing,
        language=language,
        pause=pause,
    )
    fetching = Fetching(sources, most, pause)
    return Shelf(keeping, fetching, understanding, most=most, language=language)


def _choreography(
    place: Place, cast: Cast, hindsight: Hindsight, toolbox: Toolbox, lane: Lane, pause: Pause
) -> Choreography:
    return Choreography(
        cast,
        hindsight,
        toolbox,
        lane,
        if_down=ExtractiveModel(texts.MODEL_DOWN),
        if_refused=ExtractiveModel(texts.MODEL_REFUSES),
        pause=pause,
        budget=place.models.budget,
    )


def _sessions(place: Place, store: Store, timeline: Timeline) -> Sessions:
    return Sessions(
        store,
        timeline,
        zone=place.person.zone,
        language=place.person.language,
        prices=place.models.prices,
    )


@asynccontextmanager
async def cast_of(settings: ModelsSettings) -> AsyncIterator[Cast | None]:
    """The models of the settings; None where there are none. Raises MissingSecret."""
    if not settings.cast:
        yield None
        return
    # Only those who use a model wait for its client, which takes long to import.
    from previously_bot.models.openai_compatible.model import OpenAICompatibleModel

    models: dict[str, ChatModel] = {}
    async with AsyncExitStack() as stack:
        for role, section in settings.cast.items():
            key = secret(section.api_key_env) if section.api_key_env else None
            patience = _PATIENCE["flash" if role == "flash" else "pro"]
            model = OpenAICompatibleModel(section.model, section.base_url, key, **patience)
            stack.push_async_callback(model.close)
            models[role] = model
        yield Cast(**models, seeing=settings.seeing)


@asynccontextmanager
async def transcriber_of(settings: ModelsSettings) -> AsyncIterator[Transcriber | None]:
    """What writes down recordings; None where the settings name nothing. Raises
    MissingSecret."""
    section = settings.voice
    if section is None:
        yield None
        return
    from previously_bot.models.openai_compatible.hearing import OpenAICompatibleTranscriber

    key = secret(section.api_key_env) if section.api_key_env else None
    transcriber = OpenAICompatibleTranscriber(section.model, section.base_url, key)
    try:
        yield transcriber
    finally:
        await transcriber.close()
