"""Text → terms: the one tokenizer, for English (or anything spaced) and Chinese (pure)."""

import re
import threading
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from snowballstemmer import stemmer

LONGEST = 64
"""A longer word counts by its first 64 code points."""

STOP_WORDS = frozenset(
    """
    a about above actually after again against all almost along already also although
    always am an and another any anybody anyone anything are around as ask asked asking
    asks at away back be became because been before being below between both but by came
    can cannot cant certain come could couldnt current currently did didnt different do
    does doesnt doing done dont down during each either else enough even ever every
    everything few for from further gave get gets getting give gives go goes going gone
    got had hadnt has hasnt have havent having he hello her here hers herself hey hi him
    himself his how however i id if ill im in into is isnt it its itself ive just keeps
    kind know last least less let lets like little lot made make makes making many may
    maybe me mention mentioned might mine more most much must my myself need needed
    needs never no nobody none nor not nothing now of off often oh ok okay on once one
    only onto or other our ours ourselves out over own particular perhaps please put
    puts putting quite rather really recent recently said same say saying says see she
    should shouldnt since so some somebody someone something sometimes soon specific
    still such sure take takes taking talk talked talking talks tell telling tells than
    thank thanks that thats the their theirs them themselves then there these they thing
    things think thinking thinks this those though thought through till to today told
    tomorrow too took tried tries try trying under until up upon us various very wait
    want wanted wants was wasnt way we well went were werent what whats when whenever
    where whether which while who whom whose why will with within without wont would
    wouldnt yeah yes yesterday yet you your yours yourself
    """.split()
)

_IRREGULAR = dict(
    pair.split(":")
    for pair in """
    ate:eat eaten:eat began:begin begun:begin bent:bend bit:bite bitten:bite blew:blow
    blown:blow bought:buy broke:break broken:break brought:bring built:build burnt:burn
    caught:catch chose:choose chosen:choose drank:drink drunk:drink drew:draw drawn:draw
    drove:drive driven:drive dug:dig fed:feed fell:fall fallen:fall felt:feel
    fought:fight found:find flew:fly flown:fly forgot:forget forgotten:forget
    froze:freeze frozen:freeze grew:grow grown:grow heard:hear held:hold hid:hide
    hidden:hide kept:keep learnt:learn led:lead left:leave lent:lend lost:lose
    meant:mean met:meet paid:pay ran:run rang:ring rung:ring rode:ride ridden:ride
    rose:rise sang:sing sung:sing sat:sit sold:sell sent:send shook:shake slept:sleep
    spent:spend spoke:speak spoken:speak stole:steal stolen:steal stood:stand
    stuck:stick swam:swim swept:sweep taught:teach tore:tear torn:tear
    threw:throw thrown:throw understood:understand woke:wake woken:wake wore:wear
    worn:wear won:win wrote:write written:write children:child feet:foot geese:goose
    knives:knife men:man mice:mouse people:person teeth:tooth wives:wife women:woman
    """.split()
)
"""What no stemmer knows, and every question needs: what did I buy? I bought…"""

FUNCTION_CHARACTERS = frozenset(
    "的了是在我你他她它们这那有和与就也都不没把被让给对从到着过吗呢吧啊呀哦嗯嘛么哪什怎为因"
    "所以及但而或之于其要会能可很太再还又才只个些每说"
)

STOP_BIGRAMS = frozenset(
    """
    一下 一个 一些 一样 一直 一起 一定 上次 下次 之前 以前 以后 之后 时候 什么 怎么 为什
    如果 因为 所以 但是 可是 不过 而且 然后 或者 还是 就是 不是 没有 可以 应该 需要 知道
    觉得 记得 告诉 关于 现在 今天 昨天 明天 前天 后天 刚才 已经 非常 有点 有些 起来 出来
    那个 这个 哪个 谢谢 你好 好的 聊过 聊到 聊了 讲过 提到 提过 谈到 谈过 问过 大家 自己
    事情 东西
    """.split()
)

_CJK = (
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af々〇\u3041-\u30ff\uac00-\ud7af"
)
_MARKS = "\u0300-\u036f\u0900-\u0dff"  # \w leaves combining marks out; Indic scripts need them
_TOKEN = re.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    r"|(?P<number>[0-9]+(?:\.[0-9]+|,[0-9]{3}(?![0-9]))*)"
    rf"|(?P<word>(?:[^\W_{_CJK}]|[{_MARKS}])+(?:'(?:[^\W_{_CJK}]|[{_MARKS}])+)*)"
)
# Every ending that the stemmer takes off; asking it costs forty times as much.
_INFLECTED = re.compile(r"(?:[sylei]|ed|ing|er|ator|ion|ic|ant|ent|ism)\Z")
_CONTRACTION = re.compile(r"'(?:s|d|m|ll|re|ve)\Z")
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")

RULES = repr(
    (
        LONGEST,
        sorted(STOP_WORDS),
        sorted(_IRREGULAR.items()),
        sorted(FUNCTION_CHARACTERS),
        sorted(STOP_BIGRAMS),
        _TOKEN.pattern,
        _CONTRACTION.pattern,
    )
)
"""What the terms of a text depend on: where terms are kept, they are good for these alone."""


def terms(text: str) -> list[str]:
    """What a text can be found by, in order, with repetitions; any text whatever is accepted.

    Words are folded (NFKC, lower case), freed of 's and the like and stemmed (Snowball's
    English, and a list of irregular forms: bought is buy); numbers stay whole (1,200 is 1200).
    A run of Chinese, Japanese or Korean gives its pairs of neighbouring characters and its
    single characters; `weight` tells which say little. Stop words of both languages,
    punctuation and emoji give nothing.
    """
    return [term for term, _ in _pieces(text)]


def surfaces(text: str) -> dict[str, str]:
    """Each term of a text → the readable word behind it: the most used, then the shortest."""
    seen: dict[str, Counter[str]] = {}
    for term, word in _pieces(text):
        seen.setdefault(term, Counter())[word] += 1
    return {
        term: min(words, key=lambda word: (-words[word], len(word), word))
        for term, words in seen.items()
    }


def weight(term: str) -> float:
    """How much a term says, from 0 to 1.

    A word, a number or a pair of characters 1; a pair with a function character such as 的 0.4;
    a single character 0.2.
    """
    if not is_cjk(term):
        return 1.0
    if len(term) == 1:
        return 0.2
    return 0.4 if FUNCTION_CHARACTERS.intersection(term) else 1.0


def is_cjk(term: str) -> bool:
    """Whether a term was cut from a run of characters that are written without spaces."""
    return bool(term) and _token_kind(term[0]) == "cjk"


def one_line(text: str) -> str:
    """The text on one line: white space and control characters become single spaces."""
    return " ".join(_UNSHOWN.sub(" ", text).split())


def shortened(text: str, limit: int) -> str:
    """The text on one line of at most `limit` code points (two or more).

    What is longer is cut at a word's end and closed with "…"; a word that is too long by itself
    is cut too, but never inside an emoji of several parts.
    """
    line = one_line(text)
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    if not line[limit - 1].isspace() and (space := head.rfind(" ")) >= limit // 2:
        head = head[:space]
    else:
        head = line[: _whole(line, limit - 1)]
    return head.rstrip(" ,;:，；：、") + "…"


def unquoted(text: str) -> str:
    """A message without the quotation that it begins with, of what it replies to; whole where
    it has nothing else."""
    first, _, rest = text.partition("\n\n")
    is_quotation = all(line.startswith(">") for line in first.split("\n"))
    return rest if is_quotation and rest.strip() else text


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """(term, readable word) of a text, in order."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    for match in _TOKEN.finditer(folded):
        kind, token = match.lastgroup, match[0]
        if kind == "word":
            piece = _word(token)
            if piece is not None:
                yield piece
        elif kind == "number":
            number = token.replace(",", "")[:LONGEST]
            yield number, number
        else:
            yield from _characters(token)


def _characters(run: str) -> Iterator[tuple[str, str]]:
    for first, second in pairwise(run):
        pair = first + second
        both_empty = first in FUNCTION_CHARACTERS and second in FUNCTION_CHARACTERS
        if not both_empty and pair not in STOP_BIGRAMS:
            yield pair, pair
    for character in run:
        if character not in FUNCTION_CHARACTERS:
            yield character, character


@lru_cache(maxsize=1 << 16)
def _word(token: str) -> tuple[str, str] | None:
    """(term, readable word); None for a stop word."""
    word = _bare(token)
    return None if word in STOP_WORDS else (_stem(word[:LONGEST]), word[:LONGEST])


def _bare(token: str) -> str:
    """The word without 's, 'll and the like; other apostrophes close up: don't, O'Brien."""
    if "'" not in token:
        return token
    return _CONTRACTION.sub("", token).replace("'", "")


def _stem(word: str) -> str:
    # Digits and great length mean a code, not English.
    if len(word) > 24 or not word.isalpha():
        return word
    word = _IRREGULAR.get(word, word)
    return str(_english.stemmer.stemWord(word)) if _INFLECTED.search(word) else word


class _English(threading.local):
    """A stemmer of its own for each thread: one keeps the word that it works on."""

    def __init__(self) -> None:
        self.stemmer = stemmer("english")


_english = _English()


def _token_kind(text: str) -> str | None:
    match = _TOKEN.match(text)
    return match.lastgroup if match else None


def _whole(line: str, cut: int) -> int:
    """The nearest place at or before `cut` that does not split a character of several parts."""
    place = cut
    while place > max(1, cut - 32):
        inside = _joins(line[place]) or line[place - 1] == "\u200d" or _splits_flag(line, place)
        if not inside:
            return place
        place -= 1
    return cut


def _joins(character: str) -> bool:
    return (
        character == "\u200d"
        or "\ufe00" <= character <= "\ufe0f"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or unicodedata.combining(character) != 0
    )


def _splits_flag(line: str, place: int) -> bool:
    """Whether an odd number of flag letters stands before `place`, and one more follows."""
    start = place
    while start and "\U0001f1e6" <= line[start - 1] <= "\U0001f1ff":
        start -= 1
    return (place - start) % 2 == 1 and "\U0001f1e6" <= line[place] <= "\U0001f1ff"
