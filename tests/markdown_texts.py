"""Answers in Markdown, for hypothesis: as models write them, and as hostile as they come."""

from hypothesis import strategies as st

words = st.sampled_from(
    """a word snake_case_name __init__ _private 2*3*4 3.5 C:\\path ~/.config <div> &amp; & #tag
    @somebody :smile: 你好 重点。 שלום مرحبا 👨‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽 e\u0301 z\u0301\u0302\u0303
    a|b 1. - > # ... ! https://example.org/a_b_c https://example.org/(x), [1] ¯\\_(ツ)_/¯
    \\* \\[x\\] $x_1$ ||x||""".split()
)
phrases = st.lists(words, min_size=1, max_size=6).map(" ".join)


def _marked(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        inner.map("**{}**".format),
        inner.map("*{}*".format),
        inner.map("_{}_".format),
        inner.map("~~{}~~".format),
        words.map("`{}`".format),
        words.map("`` {}`x ``".format),
        st.sampled_from(["[a link](https://example.org/a_(b))", "[a_b](docs/x.md)"]),
        st.sampled_from(["![a picture](https://example.org/p.png)", "<https://example.org>"]),
        st.lists(inner, min_size=2, max_size=4).map(" ".join),
    )


inlines = st.recursive(phrases, _marked, max_leaves=8)
cells = st.one_of(phrases.map(lambda text: text.replace("|", "\\|")), st.just(""))


def _table(rows: list[tuple[str, str, str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---|:-:|--:|", *lines[1:]])


def _below(first: str, rest: str) -> str:
    return first + rest.replace("\n", "\n" + " " * len(first))


def _containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=4)
    return st.one_of(
        inner.map(lambda text: "> " + text.replace("\n", "\n> ")),
        several.map(lambda items: "\n".join(_below("- ", item) for item in items)),
        several.map(lambda items: "\n".join(_below("7. ", item) for item in items)),
        several.map(lambda items: "\n\n".join(_below("* [ ] ", item) for item in items)),
        several.map("\n\n".join),
        several.map("\n".join),
    )


blocks = st.recursive(
    st.one_of(
        inlines,
        st.tuples(st.integers(1, 6), inlines).map(lambda pair: "#" * pair[0] + " " + pair[1]),
        st.tuples(st.sampled_from(["python", "c++", ""]), st.lists(words, max_size=9)).map(
            lambda pair: f"```{pair[0]}\n" + "\n    ".join(pair[1]) + "\n```"
        ),
        st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=4).map(_table),
        st.just("---"),
    ),
    _containers,
    max_leaves=12,
)
answers = st.lists(blocks, max_size=6).map("\n\n".join)

_marks = st.sampled_from(
    "* ** _ __ ~~ ` ``` ~~~ [ ]( ) ![ > # - 1. | \\ < & \n \n\n \t".split(" ")
)
noise = st.lists(
    st.one_of(_marks, words, st.text(max_size=5), st.sampled_from(["    ", "\n- ", "\n> "])),
    max_size=60,
).map("".join)
texts = st.one_of(answers, noise, st.text())
