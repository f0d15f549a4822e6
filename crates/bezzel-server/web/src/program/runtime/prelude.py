import sys
import _bezzel


class _Any:
    def __getitem__(self, _):
        return self

    def __call__(self, *_):
        return self


class _Typing:
    def __getattr__(self, _):
        return _Any()


sys.modules["typing"] = _Typing()


def _short(value):
    # The representation is cut, so it is made of the begin of a long list only.
    if isinstance(value, (set, frozenset)):
        try:
            value = sorted(value)
        except TypeError:
            value = list(value)
        text = "{" + repr(value[:64])[1:-1] + "}"
    elif isinstance(value, (list, tuple)):
        text = repr(value[:64])
    elif isinstance(value, (int, float, str, bool, dict)) or value is None:
        text = repr(value)
    else:
        return "<" + type(value).__name__ + ">"
    return text if len(text) <= 120 else text[:120] + "…"


def _values(names, getters):
    lines = []
    for name, getter in zip(names, getters):
        try:
            value = getter()
            if name == "self":
                for part in value.__dict__:
                    lines.append("self." + part + "=" + _short(value.__dict__[part]))
            elif not callable(value):
                lines.append(name + "=" + _short(value))
        except Exception:
            continue
    return "\n".join(lines)


def _moves(names):
    def move(kind, site, getters, row, column):
        if type(row) is not int or type(column) is not int:
            raise TypeError("expected row and column as whole numbers, found %r and %r" % (row, column))
        if max(abs(row), abs(column)) > 1000000:
            raise ValueError("expected a row and a column of the board, found %r and %r" % (row, column))
        text = _values(names[site], getters) if getters and _bezzel.values() else ""
        _bezzel.move(kind, row, column, site, text)

    def place_at(site, *getters):
        return lambda row, column: move(0, site, getters, row, column)

    def remove_at(site, *getters):
        return lambda row, column: move(1, site, getters, row, column)

    def solution_at(site, *getters):
        return lambda *_: move(2, site, getters, 0, 0)

    return {
        "bezzel_place_at": place_at,
        "bezzel_remove_at": remove_at,
        "bezzel_solution_at": solution_at,
        "place": lambda row, column: move(0, -1, (), row, column),
        "remove": lambda row, column: move(1, -1, (), row, column),
        "solution": lambda *_: move(2, -1, (), 0, 0),
    }


def _plain(value):
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return [_plain(value[key]) for key in value]
    return [_plain(item) for item in value]


def _show(value):
    import json

    if value is None:
        return
    value = _plain(value)
    if isinstance(value, list) and value and not isinstance(value[0], list):
        print(json.dumps(value))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            print("[" if at == 0 else ",\n ", json.dumps(item), sep="", end="")
        print("]" if value else "[]")
    else:
        print(value)


def _function(space):
    for name in ("solve", "solveNQueens", "totalNQueens"):
        if name in space:
            return space[name]
    if "Solution" in space:
        learner = space["Solution"]()
        for name in ("solveNQueens", "totalNQueens", "solve"):
            if hasattr(learner, name):
                return getattr(learner, name)
    return None


def _run(source, names, n):
    lines = [str(n)]

    def ask(*_):
        if lines:
            return lines.pop()
        raise EOFError("the input has one line, n")

    def write(*values, **options):
        if _bezzel.full():
            raise RuntimeError("output limit")
        print(*values, **options)

    space = _moves([line.split(" ") for line in names.split("\n")])
    space.update({"__name__": "__main__", "n": n, "input": ask, "print": write})
    sys.argv[:] = ["program.py", str(n)]
    try:
        exec(compile(source, "program.py", "exec"), space)
        solve = _function(space)
        if solve:
            _show(solve(n))
    except SystemExit:
        pass
