"""Runs the examples of docstrings and documents; every public function has one."""

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import bezzel
import bezzel.cluster
import pytest

ROOT = Path(__file__).parents[3]


def documented() -> Iterator[tuple[str, str]]:
    """Yields name and docstring of everything public."""
    for module in (bezzel, bezzel.cluster):
        yield module.__name__, module.__doc__ or ""
        for name in module.__all__:
            one = getattr(module, name)
            if not callable(one):
                continue
            yield name, inspect.getdoc(one) or ""
            if inspect.isclass(one):
                for member, value in vars(one).items():
                    if not member.startswith("_"):
                        yield f"{name}.{member}", inspect.getdoc(value) or ""


def run(text: str, name: str) -> int:
    """Runs the examples and returns their number."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(text, {}, name, None, None)
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0
    return results.attempted


@pytest.mark.parametrize(("name", "text"), list(documented()), ids=lambda one: one[:20])
def test_docstrings(name: str, text: str) -> None:
    assert text, "no docstring"
    examples = run(text, name)
    public = getattr(bezzel, name, None) or getattr(bezzel.cluster, name, None)
    is_function = inspect.isbuiltin(public)
    assert examples or not is_function, "no example"


@pytest.mark.parametrize(
    "document",
    ["docs/libraries.md", "docs/libraries.zh-CN.md", "crates/bezzel-python/README.md"],
)
def test_documents(document: str) -> None:
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```python\n(>>>.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert run("\n".join(blocks), document) > 0
