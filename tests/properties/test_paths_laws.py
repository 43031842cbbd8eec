"""Ids and paths are one-to-one."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memory import paths
from tests.strategies import any_text, slice_ids

path_like = st.builds(
    "memory/episodic/slices/{}/{}/{}/{}{}.md".format,
    st.from_regex(r"[0-9]{4}", fullmatch=True),
    st.integers(0, 13).map("{:02}".format),
    st.integers(0, 32).map("{:02}".format),
    st.from_regex(r"[0-9]{4}", fullmatch=True),
    st.sampled_from(["", "-0", "-1", "-2", "-02", "-99", "\n"]),
)


@given(slice_ids)
def test_every_id_has_one_path_and_is_found_again_from_it(slice_id: str) -> None:
    assert paths.is_slice_id(slice_id)
    assert paths.slice_id_of(paths.slice_path(slice_id)) == slice_id
    assert paths.slice_id_named(paths.short_path(slice_id)) == slice_id
    assert paths.slice_path(slice_id).startswith(
        paths.index_path(paths.month_of(slice_id)).removesuffix(paths.INDEX)
    )


@given(path_like)
def test_every_path_of_a_slice_is_the_one_its_id_gives(path: str) -> None:
    slice_id = paths.slice_id_of(path)
    assert slice_id is None or paths.slice_path(slice_id) == path


@given(slice_ids, slice_ids)
def test_two_slices_share_no_path(one: str, other: str) -> None:
    assert (one == other) == (paths.slice_path(one) == paths.slice_path(other))


@given(any_text)
def test_no_text_is_too_strange_to_be_asked_about(text: str) -> None:
    assert paths.is_slice_id(text) == (paths.slice_id_named(text) == text)


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_ids_of_minutes_are_in_the_order_of_time(one: datetime, other: datetime) -> None:
    first, second = sorted([one, other])
    assert paths.minute_id(first) <= paths.minute_id(second)
