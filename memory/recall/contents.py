"""What an index holds: words, times, strands and cards of slices, each slice by a number."""

from array import array
from collections.abc import Iterator

from memory.recall.blend import Blend
from memory.recall.bodies import Card
from memory.recall.postings import Postings
from memory.recall.question import strand_key
from memory.recall.times import Times


class Contents:
    def __init__(self, blend: Blend) -> None:
        self.blend = blend
        self.postings = Postings(blend)
        self.times = Times()
        self.numbers: dict[str, int] = {}
        self.strands: dict[tuple[str, ...], set[int]] = {}
        self.amended: set[int] = set()
        self._cards: list[Card | None] = []

    def card(self, number: int) -> Card:
        card = self._cards[number]
        if card is None:
            raise KeyError(number)
        return card

    def alive(self) -> Iterator[tuple[int, Card]]:
        """(number, card) of every slice."""
        return ((number, card) for number, card in enumerate(self._cards) if card is not None)

    def renew(self, card: Card) -> None:
        """Another card for a slice whose words are the same."""
        number = self.numbers[card.slice_id]
        self._forget(number)
        self._cards[number] = card
        self._remember(number, card)

    def take(self, card: Card, body: "array[int]") -> None:
        """Take in a slice that is not there yet."""
        self.adopt(card, self.postings.add(body))

    def adopt(self, card: Card, number: int) -> None:
        """Take in the card of a slice whose words the postings have already."""
        self._cards.append(card)
        self.numbers[card.slice_id] = number
        self._remember(number, card)

    def drop(self, slice_id: str) -> None:
        number = self.numbers.pop(slice_id, None)
        if number is None:
            return
        self.postings.drop(number)
        self._forget(number)
        self._cards[number] = None
        while self._cards and self._cards[-1] is None:
            self._cards.pop()
            self.postings.forget_last()

    def newest_first(self, number: int) -> tuple[int, str]:
        """To sort by: of two slices that are worth the same, the newer comes first."""
        card = self.card(number)
        return -card.start, card.slice_id

    def oldest_first(self, number: int) -> tuple[int, str]:
        card = self.card(number)
        return card.start, card.slice_id

    def _remember(self, number: int, card: Card) -> None:
        self.times.put(number, card)
        if card.amended:
            self.amended.add(number)
        for tag in card.tags:
            self.strands.setdefault(strand_key(tag), set()).add(number)

    def _forget(self, number: int) -> None:
        card = self.card(number)
        self.times.drop(number, card)
        self.amended.discard(number)
        # Two tags may be one strand: "rust" and "Rust".
        for key in set(map(strand_key, card.tags)):
            self.strands[key].discard(number)
            if not self.strands[key]:
                del self.strands[key]
