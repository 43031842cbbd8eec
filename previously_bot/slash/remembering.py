"""/recall … as of 1 March: asked of what the memory held then."""

import logging
from functools import partial

from memory.errors import TimelineError
from previously_bot import listing, moments, texts
from previously_bot.answerer import Scene
from previously_bot.as_of import AsOf
from previously_bot.earlier import Earlier
from previously_bot.slash.desk import SHOWN, Desk, Reply
from previously_bot.texts import past, remotes

log = logging.getLogger(__name__)

_TURN = 280  # code points
_TURNS = 2
"""Of what was said in a slice: it may not be there any more to be opened."""


def recall_as_of(desk: Desk, asked: AsOf) -> Reply:
    """Nothing is read here: the reply says how, and what to say if it takes too long."""
    language = desk.person.language
    if desk.earlier is None:
        return Reply(past.NOT_HERE.say(language, question=texts.inline(asked.question, _TURN)))
    still = past.STILL_READING.say(language)
    return Reply(still, errand=partial(_recalled, desk, desk.earlier, asked))


def _recalled(desk: Desk, earlier: Earlier, asked: AsOf) -> str:
    language, zone = desk.person.language, desk.person.zone
    when = moments.moment_in_words(asked.moment, zone, language)
    try:
        held = earlier.held(asked.moment)
        if held is None:
            return past.NO_COMMIT.say(language, when=when)
        # As it would have been asked then: "last week" is the week before that.
        found = held.recollection.recall(asked.question, asked.moment, zone, limit=SHOWN)
        scenes = held.recollection.scenes(found, SHOWN)
    except TimelineError as error:
        log.warning("what was held once cannot be read: %s", error)
        why = remotes.in_words(error, zone, language)
        return past.NOT_READ.say(language, why=why)
    sentence = past.HELD if scenes else past.NOTHING_HELD
    made = moments.moment_in_words(held.commit.at, zone, language)
    head = sentence.say(language, when=when, commit=held.commit.sha[:7], made=made)
    return "\n\n".join([head, *(_told(scene, desk) for scene in scenes)])


def _told(scene: Scene, desk: Desk) -> str:
    language, zone = desk.person.language, desk.person.zone
    lines = [listing.scene_line(scene, desk.now, zone, language)]
    turns = [turn for turn in scene.slice.turns if turn.label in scene.turns]
    lines += [
        f"> {listing.turn_line(turn, zone, language, _TURN)}"
        for turn in (turns or scene.slice.turns)[:_TURNS]
    ]
    return "\n".join(lines)
