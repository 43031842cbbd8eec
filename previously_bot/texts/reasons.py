"""Why a repository elsewhere did not do as asked, in Chinese: the parts of an error's sentence.

The errors of `memory` are in English; a test finds what they may say there and is not here.
"""

import re
from collections.abc import Mapping

_PHRASES: Mapping[str, str] = {
    # What could not be asked
    "it took too long": "等得太久",
    "no connection": "连接不上",
    "the proxy refuses": "代理拒绝",
    "the connection broke": "连接中断",
    "it does not know its own commit yet": "那里还找不到刚做的提交",
    "the environment names a proxy of a kind that cannot be used": "环境变量里的代理无法使用",
    # What did not come whole
    "the same commits come over and over": "同样的提交反复出现",
    "a branch that is there came without commits": "有这个分支，却没有提交",
    "the archive breaks off": "压缩包中断",
    "the archive goes on without end": "压缩包没有尽头",
    "it has folders without end": "文件夹没有尽头",
    "a folder came without what is in it": "有文件夹，却没有里面的内容",
    "a file is garbled": "有文件是乱的",
    "a file is not the one that was asked for": "取到的不是所要的文件",
    "what it told of was not found": "找不到它提到的内容",
    "the branch was told of as it was before": "得到的是分支以前的样子",
    "what changed came without what changed": "有更改，却没有更改的内容",
    "two commits that are there were not compared": "两个提交没有得到比较",
    # What is no answer of such a place
    "a file was stored as another one": "文件存成了另一个",
    "what came is longer than any answer": "应答太长",
    "what came is packed in a way that nobody asked for": "应答的压缩方式不对",
    "what should name a git object does not": "应是对象名称的不是",
    "what should be a moment is none": "应是时间的不是时间",
    "what should be a path is none": "应是路径的不是路径",
    "what should be a list is none": "应是列表的不是列表",
    "what should be a text is none": "应是文字的不是文字",
    "what should be a yes or no is none": "应是真假值的不是",
    "what should be a number is none": "应是数字的不是数字",
    "what should be a text has half a character": "文字里有半个字符",
    "a folder has something that is no file": "文件夹里有不是文件的东西",
    "what should compare two commits does not": "应是提交比较的不是",
    "no download begins there": "那里没有开始下载",
    "the address of a download is none": "下载地址不对",
    "what should be owner/name is not": "应是仓库名称的不是",
    "it sends to another host": "它转到另一台主机",
    "an address in it is none": "里面有个地址不对",
    "a name in it is none": "里面有个名称不对",
    "it sends to an address that is none": "它转到的地址不对",
    "what came is no JSON": "应答不是 JSON",
    # Whether it arrived
    "the answer was lost": "应答丢失了",
    "the answer is garbled": "应答是乱的",
    "the answer is about another one": "应答说的是另一个提交",
    # What is missing, blocked or not permitted, and what to do
    "or the token cannot see it": "或者令牌看不到它",
    "since it was removed for good": "已被永久删除",
    "look at its name, and let the token read it": "检查它的名称，并让令牌可以读取它",
    "name another repository": "换一个仓库",
    "unavailable for legal reasons": "因法律原因无法访问",
    "blocked by the site that it is on": "被所在的网站封锁",
    "write there": "写入",
    "read it": "读取",
    "write there before it is authorized for the organization's single sign-on": (
        "写入，要先为组织的单点登录授权"
    ),
    "read it before it is authorized for the organization's single sign-on": (
        "读取，要先为组织的单点登录授权"
    ),
    "give it read and write access to the contents of that repository": (
        "给它读写这个仓库内容的权限"
    ),
    "authorize it there, in the settings of your tokens under “Configure SSO”": (
        "在那里的令牌设置里，用“Configure SSO”为它授权"
    ),
    # Names that are none
    "the repository": "仓库",
    "of its own": "默认分支",
    "another process": "另一个进程",
}
_PATTERNS = tuple(
    (re.compile(pattern, re.DOTALL), chinese)
    for pattern, chinese in (
        (r"it answers with ([0-9]+)", r"它应答 \1"),
        (r"the download answers with ([0-9]+)", r"下载应答 \1"),
        (r"the archive lacks ([0-9]+) files", r"压缩包里少了 \1 个文件"),
        (r"the folder (.+) is too large", r"文件夹 \1 太大"),
        (r"it lacks (`.+`)", r"缺少 \1"),
        (r"([0-9]{3}): (.+)", r"\1，原话：“\2”"),
        (r"(.+) \(process ([0-9]+) on (.+)\)", r"\1（\3 上的进程 \2）"),
        (r"(.+)’s repository (.+)", r"\1 的仓库 \2"),
    )
)


def in_chinese(part: str) -> str:
    """A part of such a sentence; names, and what nobody here said, stay as they are."""
    if part in _PHRASES:
        return _PHRASES[part]
    for pattern, chinese in _PATTERNS:
        if found := pattern.fullmatch(part):
            return found.expand(chinese)
    return part
