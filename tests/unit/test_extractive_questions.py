"""Which messages are questions about the past; the tables show how far the cues go."""

import pytest

from previously_bot.models.extractive.questions import (
    Kind,
    asks_about_past,
    asks_what_agent_said,
    kind,
    mostly_chinese,
)

PAST = """
What did I say about the violin?
so when did we last see Ottoline
Do you remember the name of that ferry?
Remember when we painted the shed?
remind me what the dentist wanted
what was the colour of the boat again
Have I ever told you about Ravel?
Show me what we decided about the roof
What have we talked about in June?
Where was the spare key?
I forgot, what did Ottoline want?
tell me everything I said about the garden
What did you recommend for the bread?
我上次说的那家书店是什么
还记得那把小提琴吗
我们上周聊了什么？
我什么时候提过渡轮
你记得我的牙医叫什么吗？
帮我找一下关于屋顶的内容
我昨天买了什么
你上次建议我用什么油漆？
""".strip().splitlines()
OTHER_QUESTIONS = """
How are you?
How was your day?
What is the capital of Peru?
Can you write a poem?
how long is a marathon
What's three plus four?
When is Ottoline's birthday?
你好吗？
吃了吗？
秘鲁的首都是哪里？
你会写诗吗
""".strip().splitlines()
STATEMENTS = """
I bought a lamp.
What a lovely day!
When I was a child I lived by the sea.
I remember the smell of rain.
Remember to buy milk
remind me to call the vet
What I did was fix it.
She said she was tired last week.
I told Ottoline yesterday.
我买了一盏灯。
昨天我修好了柜子。
记得买牛奶
别忘了给妈妈打电话
今天天气真好
😀
""".strip().splitlines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [(text, Kind.ABOUT_THE_PAST) for text in PAST]
    + [(text, Kind.QUESTION) for text in OTHER_QUESTIONS]
    + [(text, Kind.STATEMENT) for text in [*STATEMENTS, ""]],
)
def test_what_a_message_wants(text: str, expected: Kind) -> None:
    assert kind(text) is expected
    assert asks_about_past(text) is (expected is Kind.ABOUT_THE_PAST)


def test_a_question_is_seen_at_either_end_of_a_long_paste() -> None:
    paste = "The sea is wide. " * 5000
    assert asks_about_past("What did I say about this?\n" + paste)
    assert asks_about_past(paste + "\nWhat did I say about this?")
    assert not asks_about_past(paste)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did you suggest for the roof?", True),
        ("what was your advice", True),
        ("你上次建议什么？", True),
        ("What did I tell you about the roof?", False),
        ("Do you remember the roof?", False),
        ("我说了什么？", False),
    ],
)
def test_whose_words_are_asked_for(text: str, expected: bool) -> None:
    assert asks_what_agent_said(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你还记得吗", True),
        ("帮我看看 Kubernetes 的问题", True),
        ("The sign said 出口 in red letters", False),
        ("昨日はとてもたのしかったです", False),
        ("", False),
        ("😀", False),
    ],
)
def test_a_message_is_chinese_when_most_of_it_is(text: str, expected: bool) -> None:
    assert mostly_chinese(text) is expected
