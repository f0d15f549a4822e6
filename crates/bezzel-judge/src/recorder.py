"""Runs a learner's program and records it: its output, its calls of place, remove and solution, and each line.

A step is an event of the interpreter in a function of the program: a line that is about to run, a call, a return or
an exception. What changed since the step before is recorded with it: variables that have other values, and lists,
dictionaries and sets whose content is another one. Texts of values are numbered, so that a list which has the
content of an earlier one costs a number.
"""

import array
import builtins
import io
import json
import re
import symtable
import sys
import types

FILE = "program.py"
LINE, CALL, RETURN, RAISE = range(4)
MAX_STEPS, MAX_TEXT, MAX_NUMBERS, MAX_DEPTH = 200_000, 32_000_000, 8_000_000, 1000
MAX_PRINTED, MAX_MOVES = 1_000_000, 200_000
# Steps, moves or characters after which they are sent: the page ends a run without a word.
STEPS_PER_REPORT, CHARACTERS_PER_REPORT = 4096, 16_384
# Elements of a collection that are shown; rows and markers of the largest board are fewer.
MAX_SHOWN = 24
MAX_VALUE = 4000
# Number of a value that has no text.
NOT_SHOWN = 1 << 30
ATOMS = (int, float, complex, str, bool, bytes, tuple, frozenset, range, type(None))
SHOWN = (list, dict, set, bytearray)
SKIPPED = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


class OutputLimit(BaseException):
    pass


def text_of(value):
    kind = type(value)
    try:
        if len(value) > MAX_SHOWN and kind in (list, dict, set, tuple, frozenset):
            first = [item for item, _ in zip(value.items() if kind is dict else value, range(MAX_SHOWN // 2))]
            text = f"{kind.__name__} of {len(value)}: {(dict(first) if kind is dict else first)!r}"
        elif kind in (set, frozenset) and value:
            text = "{" + repr(sorted(value))[1:-1] + "}"
        else:
            text = repr(value)
    except Exception:
        try:
            text = repr(value)
        except Exception:
            text = f"<{kind.__name__}>"
    if "<" in text:
        text = re.sub(r"<(?:__main__\.)?(\S+) (?:object )?at 0x\w+>", r"<\1>", text)
    return text if len(text) <= MAX_VALUE else text[:MAX_VALUE] + "…"


def copied(value):
    """Returns what text_of shows of a collection, copied, to see whether it changes."""
    if isinstance(value, dict):
        return {key: copied(item) if isinstance(item, SHOWN) else item for key, item in value.items()}
    if isinstance(value, list):
        if len(value) > MAX_SHOWN:
            value = [len(value), *value[: MAX_SHOWN // 2]]
        return [copied(item) if type(item) in SHOWN else item for item in value]
    return value.copy()


class Frame:
    def __init__(self, frame):
        self.frame = frame
        # Variables as they were recorded: their values, and the numbers of texts or collections.
        self.values = {}


class Recorder:
    """Steps as numbers: kind, line, depth, characters printed, text, how many changes, then three for each change.

    A change is (frame, name, text) for a variable, (frame, name, -1 - collection) for one that has a collection, and
    (-1, collection, text) for a new content. `text` is the name of the function for a call, the value for a return.
    """

    def __init__(self, run, names):
        self.run = run
        self.names = names
        self.texts = {}
        self.new_texts = []
        self.numbers = array.array("i")
        self.sent = 0
        self.steps = 0
        self.size = 0
        self.frames = []
        # Collections by their identity: object, number, text, variables that have it.
        self.collections = {}
        self.found = 0

    def number(self, text):
        number = self.texts.get(text)
        if number is None:
            number = self.texts[text] = len(self.texts)
            self.new_texts.append(text)
            self.size += len(text)
        return number

    def reference(self, value, changes):
        entry = self.collections.get(id(value))
        if entry is None:
            self.found += 1
            text = self.number(text_of(value))
            entry = self.collections[id(value)] = [value, self.found, text, 0, copied(value)]
            changes += (-1, self.found, text)
        entry[3] += 1
        return -1 - entry[1]

    def release(self, value):
        entry = self.collections.get(id(value))
        if entry is not None:
            entry[3] -= 1
            if entry[3] == 0:
                del self.collections[id(value)]

    def assign(self, depth, values, name, value, changes):
        """Records that a variable has a value which is not the object that it had."""
        old = values.get(name)
        if old is not None and old[1] < 0:
            self.release(old[0])
        kind = type(value)
        if kind is int or kind is str or kind is bool:
            number = self.number(repr(value))
        elif isinstance(value, SHOWN):
            number = self.reference(value, changes)
        elif isinstance(value, ATOMS):
            number = self.number(text_of(value))
        elif isinstance(value, SKIPPED) or callable(value) or name[0] == ".":
            values[name] = (value, NOT_SHOWN)
            return
        elif kind.__module__ == "__main__" and hasattr(value, "__dict__"):
            # Its attributes are variables, which are looked at in each step.
            for part, inner in list(vars(value).items()):
                held = values.get(f"{name}.{part}")
                if held is None or held[0] is not inner:
                    self.assign(depth, values, f"{name}.{part}", inner, changes)
            return
        else:
            number = self.number(f"<{kind.__name__}>")
        if old is None or old[1] != number:
            changes += (depth, self.number(name), number)
        values[name] = (value, number)

    def step(self, kind, frame, text):
        changes = []
        for entry in self.collections.values():
            value = entry[0]
            if type(value) is list and len(value) > MAX_SHOWN:
                same = entry[4] == [len(value), *value[: MAX_SHOWN // 2]]
            else:
                same = entry[4] == value
            if not same:
                entry[2] = self.number(text_of(value))
                entry[4] = copied(value)
                changes += (-1, entry[1], entry[2])
        depth = len(self.frames) - 1
        space, main = frame.f_globals, self.frames[0].values
        for name in self.names:
            if name in space:
                value = space[name]
                old = main.get(name)
                if old is None or old[0] is not value:
                    self.assign(0, main, name, value, changes)
        if depth > 0:
            values = self.frames[depth].values
            for name, value in frame.f_locals.items():
                old = values.get(name)
                if old is None or old[0] is not value:
                    self.assign(depth, values, name, value, changes)
        self.numbers.extend((kind, frame.f_lineno or 0, depth, self.run.printed, text, len(changes) // 3))
        self.numbers.extend(changes)
        self.steps += 1
        if self.steps % STEPS_PER_REPORT == 0:
            self.run.flush()
        is_large = self.size > MAX_TEXT or self.sent + len(self.numbers) > MAX_NUMBERS
        if is_large or self.steps >= MAX_STEPS or depth > MAX_DEPTH:
            self.run.cut = True
            sys.settrace(None)

    def trace(self, frame, event, argument):
        code = frame.f_code
        # Comprehensions and short functions are parts of a line.
        if code.co_filename != FILE or code.co_name[0] == "<" and self.frames:
            return None
        while self.frames and len(self.frames) > 1 and not is_inside(frame, self.frames[-1].frame):
            self.leave()
        self.frames.append(Frame(frame))
        if len(self.frames) > 1:
            self.step(CALL, frame, self.number(code.co_name))
        return self.local

    def local(self, frame, event, argument):
        if event == "line":
            self.step(LINE, frame, -1)
        elif event == "return":
            self.step(RETURN, frame, self.number(text_of(argument)))
            if len(self.frames) > 1:
                self.leave()
        elif event == "exception":
            kind, value, _ = argument
            if kind is not StopIteration:
                self.step(RAISE, frame, self.number(f"{kind.__name__}: {value}" if str(value) else kind.__name__))
        return self.local

    def leave(self):
        for value, number in self.frames.pop().values.values():
            if number < 0:
                self.release(value)


def is_inside(frame, outer):
    while frame is not None and frame is not outer:
        frame = frame.f_back
    return frame is outer


class Output(io.TextIOBase):
    """Output of the program. Beyond the limit each write raises again: a program may catch what was raised first."""

    def __init__(self, run):
        self.run = run

    def writable(self):
        return True

    def write(self, text):
        run = self.run
        if run.full:
            raise OutputLimit
        kept = text[: MAX_PRINTED - run.printed]
        run.text.append(kept)
        run.printed += len(kept)
        run.unsent += len(kept)
        if run.unsent > CHARACTERS_PER_REPORT:
            run.flush()
        if len(kept) < len(text):
            run.full = True
            raise OutputLimit
        return len(text)


class Input(io.StringIO):
    """Input of one line, n; it notes that the program read it."""

    def __init__(self, run):
        super().__init__(f"{run.n}\n")
        self.run = run

    def readline(self, *size):
        self.run.reads = True
        return super().readline(*size)

    def read(self, *size):
        self.run.reads = True
        return super().read(*size)

    def __next__(self):
        self.run.reads = True
        return super().__next__()


class Arguments(list):
    """The arguments of the program; they note that it read them."""

    def __getitem__(self, index):
        Run.current.reads = True
        return super().__getitem__(index)

    def __iter__(self):
        Run.current.reads = True
        return super().__iter__()


class Run:
    current = None

    def __init__(self, host, source, n, records):
        Run.current = self
        self.host = host
        self.source = source
        self.n = n
        self.text, self.printed, self.unsent, self.full = [], 0, 0, False
        self.moves = array.array("i")
        self.move_count, self.placed = 0, 0
        self.cut = False
        self.reads = False
        self.called, self.kept = None, None
        self.recorder = Recorder(self, assigned(source)) if records else None

    def flush(self):
        recorder = self.recorder
        steps, texts = b"", []
        if recorder:
            steps, texts = recorder.numbers.tobytes(), recorder.new_texts
            recorder.sent += len(recorder.numbers)
            recorder.numbers, recorder.new_texts = array.array("i"), []
        self.host.report("".join(self.text), self.moves.tobytes(), steps, json.dumps(texts))
        self.text, self.unsent, self.moves = [], 0, array.array("i")

    def move(self, kind, row, column):
        if type(row) is not int or type(column) is not int:
            raise TypeError(f"expected row and column as whole numbers, found {row!r} and {column!r}")
        if max(abs(row), abs(column)) > 1_000_000:
            raise ValueError(f"expected a row and a column of the board, found {row} and {column}")
        self.placed += kind == 0
        if self.move_count >= MAX_MOVES:
            self.cut = True
            return
        self.move_count += 1
        frame = sys._getframe(2)
        while frame and frame.f_code.co_filename != FILE:
            frame = frame.f_back
        steps = self.recorder.steps if self.recorder else 0
        self.moves.extend((kind, row, column, frame.f_lineno if frame else 0, self.printed, steps))
        if self.move_count % STEPS_PER_REPORT == 0:
            self.flush()

    def execute(self):
        """Runs the program; returns its error as text and line, or None."""
        module = types.ModuleType("__main__")
        space = module.__dict__
        space.update(
            n=self.n,
            place=lambda row, column: self.move(0, row, column),
            remove=lambda row, column: self.move(1, row, column),
            solution=lambda *_: self.move(2, 0, 0),
            __file__=FILE,
            __builtins__=builtins,
        )
        sys.modules["__main__"] = module
        kept = sys.stdin, sys.stdout, sys.stderr, sys.argv, sys.setrecursionlimit, sys.getrecursionlimit()
        # Deeper calls may end the interpreter itself.
        sys.setrecursionlimit = lambda limit: kept[4](min(limit, kept[5]))
        sys.stdin, sys.stdout, sys.stderr = Input(self), Output(self), io.StringIO()
        sys.argv = Arguments([FILE, str(self.n)])
        try:
            code = compile(self.source, FILE, "exec")
            if self.recorder:
                self.recorder.names = [name for name in self.recorder.names if name not in ("place", "remove", "solution")]
            self.traced(exec, code, space)
            if self.printed == 0 and self.move_count == 0:
                self.call(space)
        except SystemExit:
            return None
        except OutputLimit:
            return {"text": "OutputLimit"}
        except BaseException as error:
            return described(error)
        finally:
            sys.settrace(None)
            sys.stdin, sys.stdout, sys.stderr, sys.argv, sys.setrecursionlimit, limit = kept
            sys.setrecursionlimit(limit)
            if self.recorder:
                self.recorder.frames = []
                self.recorder.collections = {}
            self.flush()
        return {"text": "OutputLimit"} if self.full else None

    def call(self, space):
        """Calls the function of a program that printed nothing, and prints what it returns.

        A program that is judged is called twice, as LeetCode calls answers again and again in one process: `kept` has
        the variables that make its second call return something else.
        """
        solve, name = function_of(space)
        if not solve:
            return
        self.called = name
        self.reads = True
        before = state_of(space, solve())
        first = text_of_result(self.traced(solve(), self.n))
        sys.stdout.write(first)
        if self.recorder or self.printed > len(first) or self.move_count:
            return
        after = state_of(space, solve())
        out, sys.stdout = sys.stdout, io.StringIO()
        try:
            second = text_of_result(solve()(self.n))
        except Exception:
            second = None
        finally:
            sys.stdout = out
        if second != first:
            self.kept = [name for name, text in after.items() if before.get(name) != text]

    def traced(self, function, *arguments):
        if not self.recorder or self.cut:
            return function(*arguments)
        sys.settrace(self.recorder.trace)
        try:
            return function(*arguments)
        finally:
            sys.settrace(None)


def assigned(source):
    """Returns the variables of a program that are assigned outside functions, or inside as global ones."""
    try:
        table = symtable.symtable(source, FILE, "exec")
    except (SyntaxError, ValueError):
        return []
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    tables = [table]
    while tables:
        inner = tables.pop()
        tables += inner.get_children()
        names |= {symbol.get_name() for symbol in inner.get_symbols() if symbol.is_declared_global()}
    return sorted(names)


def uses_n(source):
    """True if a program reads the variable n that it does not set."""
    try:
        tables = [symtable.symtable(source, FILE, "exec")]
    except (SyntaxError, ValueError):
        return False
    if any(symbol.get_name() == "n" and symbol.is_assigned() for symbol in tables[0].get_symbols()):
        return False
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            is_outer = table.get_type() == "module" or symbol.is_global()
            if symbol.get_name() == "n" and is_outer and symbol.is_referenced():
                return True
    return False


def function_of(space):
    """Returns what gives the function that a program defines to be called with n, and its name.

    A method has a new object in each call.
    """
    names = ("solve", "solveNQueens", "totalNQueens", "solve_n_queens", "n_queens", "nqueens", "queens")
    owners = [lambda: space]
    learner = space.get("Solution")
    if isinstance(learner, type):
        def methods():
            made = learner()
            return {name: getattr(made, name) for name in dir(made) if name[0] != "_"}

        owners.insert(0, methods)
    for owner in owners:
        own = [name for name, value in owner().items() if takes_one(value)]
        for name in (*names, *(name for name in own if "queen" in name.lower())):
            if name in own:
                return lambda: owner()[name], name
    return None, None


def state_of(space, function):
    """Returns what a call may leave behind, as texts: variables, attributes of classes and values of arguments."""
    state = {name: value for name, value in space.items() if name[0] != "_" and not isinstance(value, SKIPPED)}
    for owner, of in list(space.items()):
        if isinstance(of, type) and of.__module__ == "__main__":
            state |= {f"{owner}.{name}": value for name, value in vars(of).items() if name[0] != "_" and not callable(value)}
    code = function.__code__
    defaults = function.__defaults__ or ()
    state |= dict(zip(code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount], defaults))
    return {name: text_of(value) for name, value in state.items() if not callable(value)}


def takes_one(value):
    if not isinstance(value, (types.FunctionType, types.MethodType)):
        return False
    code = value.__code__
    if code.co_filename != FILE:
        return False
    own = 1 if isinstance(value, types.MethodType) else 0
    arguments = code.co_argcount - own
    return arguments >= 1 and arguments - len(value.__defaults__ or ()) <= 1


def plain(value):
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return [plain(value[key]) for key in value]
    return [plain(item) for item in value]


def text_of_result(value):
    """Returns what a function returned as a program prints it, one board in each line."""
    if value is None:
        return ""
    value = plain(value)
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[" + ",\n ".join(json.dumps(item) for item in value) + "]\n"
    return (json.dumps(value) if isinstance(value, list) else str(value)) + "\n"


def described(error):
    line = None
    if isinstance(error, SyntaxError) and error.filename == FILE:
        line = error.lineno
    trace = error.__traceback__
    caller = None
    while trace:
        if trace.tb_frame.f_code.co_filename == FILE:
            caller, line = line, trace.tb_lineno
        trace = trace.tb_next
    # The call that was one too many stands in the line of its `def`.
    if isinstance(error, RecursionError) and caller:
        line = caller
    name = type(error).__name__
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    described = {"text": f"{name}: {message}" if message else name}
    if line:
        described["line"] = line
    if isinstance(error, ModuleNotFoundError) and error.name:
        described["missing"] = error.name
    if isinstance(error, RecursionError):
        described["nested"] = sys.getrecursionlimit()
    if isinstance(error, EOFError):
        described["input"] = True
    return described


def run(host, source, n, records):
    """Runs a program; returns how it ended, as JSON."""
    current = Run(host, source, n, records)
    error = current.execute()
    ended = {
        "placed": current.placed,
        "cut": current.cut or current.full,
        "reads": current.reads or uses_n(source),
        "error": error,
    }
    if current.called:
        ended["called"] = current.called
    if current.kept is not None:
        ended["kept"] = current.kept
    return json.dumps(ended)


class Lines:
    """Receives the reports of a run and writes them as the lines of a trace."""

    def __init__(self, out, source, n):
        self.out = out
        self.write(f"# bezzel trace\nn {n}\nprogram {json.dumps(source)}\n")

    def write(self, lines):
        try:
            self.out.write(lines)
        except OSError as error:
            import os

            # An exception could be caught by the program, and a later record would follow a gap.
            os.write(2, f"cannot write the recording: OSError: {error}\n".encode())
            os._exit(1)

    def report(self, printed, moves, steps, texts):
        numbers = {"moves": array.array("i", moves).tolist(), "steps": array.array("i", steps).tolist()}
        record = {"printed": printed, **numbers, "texts": json.loads(texts)}
        self.write(f"record {json.dumps(record, separators=(',', ':'))}\n")


def main(file, n, out):
    """Writes the trace of the program in a file."""
    import os
    import time
    import tokenize

    sys.path[0] = os.path.dirname(os.path.abspath(file))
    with tokenize.open(file) as program, open(out, "w", 1, encoding="ascii") as lines:
        source = program.read()
        report = Lines(lines, source, n)
        began = time.perf_counter()
        ended = json.loads(run(report, source, n, True))
        report.write(f"ended {json.dumps({**ended, 'seconds': time.perf_counter() - began})}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
