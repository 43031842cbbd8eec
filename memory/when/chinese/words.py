"""The Chinese words for times, by kind, in simplified characters."""

from collections.abc import Mapping
from typing import Any

from memory.when.clocks import Part
from memory.when.meanings.parts import EARLY, LATE, MIDDLE

_MORNING, _NOON, _AFTERNOON, _EVENING = Part(5, 12), Part(11, 14), Part(12, 18), Part(17, 20)
_NIGHT, _SMALL_HOURS = Part(18, 29), Part(0, 6)


def _all(words: str, value: Any = None) -> dict[str, Any]:
    return dict.fromkeys(words.split(), value)


def _named(*pairs: tuple[str, Any]) -> dict[str, Any]:
    return {word: value for words, value in pairs for word in words.split()}


WEEKDAYS = {
    prefix + day: number
    for prefix in ("周", "星期", "礼拜")
    for number, signs in enumerate(("一", "二", "三", "四", "五", "六", "日天"))
    for day in signs
}

WORDS: Mapping[str, Mapping[str, Any]] = {
    "weekday": WEEKDAYS,
    "day_word": _named(
        ("今天 今日 今儿", 0), ("昨天 昨日 昨儿 寻日 琴日", -1), ("前天 前日 前儿", -2),
        ("大前天 大前日", -3), ("明天 明日 听日", 1), ("后天 后日", 2), ("大后天", 3),
    ),
    "offset_part": _named(
        ("今早 今晨 今朝 今早上", (0, _MORNING)), ("今晚 今夜 今晚上", (0, _NIGHT)),
        ("昨晚 昨夜 昨晚上 寻晚 琴晚", (-1, _NIGHT)), ("昨早 昨晨", (-1, _MORNING)),
        ("前晚 前夜", (-2, _NIGHT)), ("明早 明晨", (1, _MORNING)), ("明晚", (1, _NIGHT)),
    ),
    "part": _named(
        ("早上 早晨 清晨 清早 大清早 一大早 上午 早间 朝早 午前 晨间", _MORNING),
        ("中午 正午 午间 晌午", _NOON), ("下午 午后 晏昼", _AFTERNOON), ("傍晚 黄昏", _EVENING),
        ("晚上 晚间 夜里 夜晚 夜间", _NIGHT), ("深夜 半夜 午夜", Part(22, 29)),
        ("凌晨", _SMALL_HOURS), ("白天", Part(6, 18)),
    ),
    "part_short": {"早": _MORNING, "晨": _MORNING, "晚": _NIGHT, "夜": _NIGHT},
    "which": _named(
        ("上 上个 上一 上一个 前一 前一个", -1), ("上上 上上个", -2), ("上上上 上上上个", -3),
        ("这 这个 本 当 这一 这一个", 0), ("下 下个 下一 下一个", 1), ("下下 下下个", 2),
    ),
    "unit": _named(
        ("秒钟", "second"), ("分钟", "minute"), ("小时 钟头", "hour"), ("天", "day"),
        ("周 星期 礼拜", "week"), ("季度", "quarter"), ("世纪", "century"),
        ("工作日 交易日", "working day"), ("周末", "weekend"),
    ),
    "month_mark": _all("月 月份"),
    "year_mark": _all("年 年份 年度"),
    "day_mark": _all("日 号"),
    "hour_mark": _all("点 点钟 时"),
    "minute_mark": _all("分"),
    "second_mark": _all("秒"),
    "quarter_mark": _all("刻 刻钟"),
    "sharp": _all("整 正 钟"),
    "half_day": {"am": "a", "pm": "p"},
    "half": _all("半"),
    "piece": _all("个"),
    "nth": _all("第"),
    "odd": _all("多"),
    "this_time": _all("这个时候 这时候 这会儿 此时 这个时间 同一时间"),
    "final": _all("最后 最后一 最后一个"),
    "year_word": _named(
        ("今年 本年 本年度 今年度", 0), ("去年 上年 旧年", -1), ("前年", -2), ("大前年", -3),
        ("明年", 1), ("后年", 2),
    ),
    "republic": _all("民国"),
    "season": _named(
        ("春天 春季 春日", 0), ("夏天 夏季 夏日", 1), ("秋天 秋季", 2), ("冬天 冬季", 3)
    ),
    "season_short": {"春": 0, "夏": 1, "秋": 2, "冬": 3},
    "year_part": _named(
        ("年初", EARLY), ("年中", MIDDLE), ("年底 年末 年尾 岁末", LATE)
    ),
    "month_part": _named(
        ("月初 月头 月上旬", EARLY), ("月中 月中旬", MIDDLE), ("月底 月末 月尾 月下旬", LATE)
    ),
    "part_of": _named(
        ("初 初期", EARLY), ("中期", MIDDLE), ("底 末 末期", LATE)
    ),
    "ten_days": {"上旬": EARLY, "中旬": MIDDLE, "下旬": LATE},
    "lunar": _all("农历 阴历 旧历"),
    "lunar_month": _named(("正月", 1), ("冬月", 11), ("腊月", 12)),
    "lunar_day": {
        **{f"初{sign}": day for day, sign in enumerate("一二三四五六七八九十", start=1)},
        **{f"廿{sign}": day for day, sign in enumerate("一二三四五六七八九", start=21)},
    },
    "half_year": _named(("上半年 前半年", EARLY), ("下半年 后半年", LATE)),
    "half_month": _named(("上半月 前半月", EARLY), ("下半月 后半月", LATE)),
    "decade": _all("年代"),
    "earlier": _all("早些时候 早先 早前"),
    "few": _named(("几 好几 数 若干", None)),
    "before_post": _all("前 之前 以前"),
    "after_post": _all("后 之后 以后 过后"),
    "since_post": _all("以来 开始 起 至今 到现在 到今天 到目前 迄今"),
    "until_post": _all("为止"),
    "or_later": _all("或之后 或以后 及之后 及以后 和之后 和以后 或更晚"),
    "or_earlier": _all("或之前 或以前 及之前 及以前 和之前 和以前 或更早"),
    "around_post": _all("左右 前后 上下 附近 那会儿 那阵子"),
    "between_post": _all("之间 间 中间"),
    "period": _all("期间 假期 长假 放假"),
    "within": _all("内 以内 之内 里 来"),
    "about": _all("大约 大概 约 差不多 大致"),
    "from": _all("从 自 由"),
    "since": _all("自从 打从 自打"),
    "to": _all("到 至"),
    "and": _all("和 与 跟 及"),
    "in": _all("在 于"),
    "of": _all("的 之"),
    "past": _all("过去 近 过去的 往前"),
    "present_word": _all("现在 目前 如今 眼下"),
    "recently": _all(
        "最近 不久前 前不久 不久之前 近来 近日 近期 近些天 这段时间 这一阵 这阵子 这段日子 "
        "这一段时间 最近一段时间"
    ),
    "these_days": _all("这几天 这些天 这几日 近几天 近几日 这两天 这两日 这些日子"),
    "just_now": _all("刚才 刚刚 方才 刚刚才 刚不久"),
    "days_before": _all("前几天 前些天 前几日 前些日子 前些时 没几天前"),
    "two_days_before": _all("前两天 前两日 前二天"),
    "some_time_ago": _all(
        "前段时间 前阵子 前一阵 前一阵子 前一段时间 前些时候 前段日子 前一段"
    ),
    "long_ago": _all(
        "很久以前 很久之前 很久前 好久以前 好久之前 好久前 很早以前 很早之前 许久以前 "
        "许久之前 老早以前"
        " 从前 多年前 多年以前 多年之前 很多年前 好多年前 许多年前 很多年以前 好多年以前 "
        "若干年前"
        " 几十年前 不知多久以前 早年"
    ),
    "holiday": _named(
        ("元旦 元旦节 阳历新年", "new year"),
        ("春节 农历新年 大年初一 正月初一 年初一", "lunar new year"),
        ("除夕 大年三十 年三十 除夕夜", "lunar eve"), ("大年初二", "second day"),
        ("大年初三", "third day"), ("大年初五", "fifth day"), ("元宵 元宵节", "lantern"),
        ("清明 清明节", "qingming"), ("端午 端午节", "dragon boat"), ("七夕 七夕节", "qixi"),
        ("中元节", "ghost"), ("中秋 中秋节", "mid-autumn"), ("重阳 重阳节", "double ninth"),
        ("腊八 腊八节", "laba"), ("情人节", "valentine"), ("妇女节 三八节 女神节", "women"),
        ("女生节", "girls"), ("植树节", "arbor"), ("愚人节", "april fools"),
        ("五一 五一节 劳动节", "may day"),
        ("青年节 五四青年节", "youth"), ("护士节", "nurses"), ("母亲节", "mother"),
        ("父亲节", "father"),
        ("儿童节 六一 六一儿童节", "children"), ("建党节", "party"), ("建军节", "army"),
        ("教师节", "teachers"), ("国庆 国庆节 十一国庆", "national"), ("万圣节", "halloween"),
        ("光棍节 双十一 双11", "singles"), ("双十二 双12", "double twelve"),
        ("感恩节", "thanksgiving"),
        ("黑色星期五 黑五", "black friday"), ("平安夜", "christmas eve"),
        ("圣诞 圣诞节", "christmas"),
        ("复活节", "easter"), ("世界地球日 地球日", "earth"), ("网购星期一", "cyber monday"),
    ),
    "days_off": _named(
        ("国庆假期 国庆长假 十一假期 十一长假 十一期间 国庆黄金周", "national"),
        ("春节假期 过年期间 春节长假 过年", "lunar new year"),
        ("五一假期 五一长假 五一期间", "may day"),
        ("元旦假期", "new year"), ("清明假期", "qingming"), ("端午假期", "dragon boat"),
        ("中秋假期", "mid-autumn"),
    ),
    "small": _all(
        "我 你 他 她 咱 大家 那 们 是 有 说 聊 谈 做 问 吃 去 开 见 就 才 发 讨 提 出 起床 "
        "睡 的时候 时候 时分"
    ),
    "again": _all("再 还 又 都 也 可 能 应 该"),
}  # fmt: skip

TRADITIONAL = dict(
    zip(
        "週點號時間後鐘鍾幾個兩禮這從過來開內節聖誕國慶陽現剛當農舊頭說聊談問見發還讓晝尋聽兒總結業學級嗎們為",
        "周点号时间后钟钟几个两礼这从过来开内节圣诞国庆阳现刚当农旧头说聊谈问见发还让昼寻听儿总结业学级吗们为",
        strict=True,
    )
)

FUTURE = """
明天|后天|明早|明晚|明年|下周|下个|下星期|下礼拜|将|要(?!是|求)|会(?!议|上|话)|打算|
  准备|计划|即将|未来
"""
PAST = "了|过(?!去)|曾"
