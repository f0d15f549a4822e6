"""Numbers with their noun: ``1 unit``, ``8 units``."""


def counted(number: int, noun: str) -> str:
    """Returns a number and its noun, with an "s" unless the number is 1."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
