"""How much each signal counts: the one table of recall, and what was measured with it.

Measured by `benchmarks/recall.py` on 1,018 English questions on five long conversations (R@1,
R@5 and R@10 of the 786 that have an answer, R@5 of the dated ones, hit@5 of all) and on 750
Chinese ones on notes of daily life (R@5), in per cent:

    as it stands         69.1  88.5  93.5   98.2  94.8   68.0
    without `turn`       68.5  88.4  93.5   98.2  94.7   67.9
    without `window`     68.5  88.1  93.5   98.2  94.4   67.5
    without `pairs`      67.2  88.3  93.4   98.2  94.5   68.1
    without `inside`     65.8  86.7  92.3   86.4  93.7   68.1
    without `after`      69.1  88.2  93.2   96.6  94.6   68.0
    without `aside`      69.1  88.5  93.5   98.2  94.8   66.5
    without `phrase`     68.9  88.2  93.3   96.6  94.7   67.9
    `vague` 1            67.7  88.0  93.5   98.2  94.3   68.0

Every weight 30 % up or down, one at a time: R@1 68.6 to 69.3, R@5 88.3 to 88.5, hit@5 94.6 to
94.9, Chinese R@5 67.6 to 68.3. The best of these, chosen on four conversations and measured on
the fifth, in turn: 69.2, 88.2, 93.3, 98.2, 94.6. For `before`, `speaks_of`, `strand`, `amended`
and `importance` there is nothing to be measured by: the tests of recall say what they must be.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blend:
    # Words. Okapi BM25 over whole slices…
    saturation: float = 1.4
    length: float = 0.7
    # …the one turn, and the few turns in a row, that hold most of what is asked…
    turn: float = 0.4
    window: float = 0.5
    window_turns: int = 3
    window_saturation: float = 0.6
    # …and words of the question that stand side by side in a turn, as they do in the question.
    pairs: float = 0.5
    # Against the best match of words, which is 1: a slice inside the asked time…
    inside: float = 1.0
    # …one of the two weeks after it, because people tell afterwards…
    after: float = 0.5
    # …or before it, when it may have been planned…
    before: float = 0.1
    # …and one that speaks of the asked time, as far as it speaks of that time alone.
    speaks_of: float = 0.5
    # …all of that so much less where the time is a vague one: "lately", "before May".
    vague: float = 0.3
    # A slice on a strand that the question names.
    strand: float = 0.15
    # A slice whose correction holds what is asked: so much of it as that holds. With all of it
    # it comes before whatever only has the old words, however often.
    amended: float = 1.0
    # Safety, corrections, decisions, open loops: enough to turn the scale, no more.
    importance: float = 0.03
    # Sentences beside the one that asks.
    aside: float = 0.4
    # The words of a time, besides what the time itself does.
    phrase: float = 0.4
    # How often a word counts that the person says, the agent says, a mark says: in halves.
    by_user: int = 2
    by_agent: int = 1
    by_marks: int = 1


BLEND = Blend()
