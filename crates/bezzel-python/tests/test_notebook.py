"""The page in notebooks: its arguments, and its view in Chromium, as Jupyter, VS Code and Colab frame it."""

import html
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import bezzel
import pytest

from conftest import HANG_TIMEOUT, until

# Runs in the frame: waits until `ready` has a value, acts, waits until `done` has a value and sends it.
DRIVER = """
const until = (found) => new Promise((resolve) => {
  const look = () => { const value = found(); if (value) resolve(value); else requestAnimationFrame(look); };
  look();
});
const named = (name) => [...document.querySelectorAll("button")].find((button) =>
  !button.disabled && (button.ariaLabel ?? button.textContent) === name);
const text = (selector, pattern) => {
  const found = document.querySelector(selector)?.textContent ?? "";
  return pattern.test(found) ? found : undefined;
};
const faults = [];
addEventListener("error", (event) => faults.push(event.message));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
(async () => {
  const seen = await (async () => { %s })();
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const loaded = names.filter((name) => !name.startsWith("blob:"));
  await fetch("%s", { method: "POST", mode: "no-cors", body: JSON.stringify([%d, seen, faults, loaded]) });
})();
"""


def chromium() -> str:
    """The browser. The test command installs it."""
    names = ["chromium-headless-shell", "chromium", "google-chrome"]
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        pytest.skip("Chromium is missing: install it (Debian: chromium-headless-shell)")
    return found


def jupyter(frame: str) -> str:
    return f"<!doctype html><title>notebook</title>{frame}"


def sandboxed(frame: str) -> str:
    """As Colab and VS Code do it: in a frame that shares nothing with any address."""
    inner = f"<!doctype html>{frame}"
    return jupyter(f'<iframe sandbox="allow-scripts" width="900" height="2400" srcdoc="{html.escape(inner)}"></iframe>')


def without_workers(frame: str) -> str:
    """A policy that refuses workers, whose requests the page then answers itself."""
    scripts = "script-src 'unsafe-inline' 'wasm-unsafe-eval'"
    policy = f"default-src 'none'; {scripts}; style-src 'unsafe-inline'; connect-src *"
    return jupyter(f'<meta http-equiv="Content-Security-Policy" content="{policy}">{frame}')


def shown(
    views: list[tuple[bezzel.View, str]], notebook: Callable[[str], str], profile: Path
) -> list[object]:
    """Opens the saved HTML of views in Chromium, acts in the frame of each, and returns what was seen there. The frames
    load nothing and report no fault."""
    answers: dict[int, object] = {}
    page = ""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802
            self.send_response(200 if self.path == "/" else 404)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode() if self.path == "/" else b"")

        def do_POST(self) -> None:  # noqa: N802
            at, *answer = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answers[at] = answer
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        frames = []
        for at, (view, act) in enumerate(views):
            driver = html.escape(f"<script>{DRIVER % (act, address, at)}</script>")
            frame, end, rest = view._repr_html_().partition("</body></html>")
            assert end and end not in rest
            frames.append(frame + driver + end + rest)
        page = notebook("".join(frames))
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--lang=en-GB", "--window-size=900,2400"]
        port = ["--remote-debugging-port=0", f"--user-data-dir={profile}"]
        # A group of its own: the program may be a script that starts the browser.
        browser = subprocess.Popen(
            [chromium(), *arguments, *port, address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until("all frames have answered", lambda: len(answers) == len(views))
        finally:
            os.killpg(browser.pid, signal.SIGKILL)
            browser.wait(HANG_TIMEOUT)
            server.shutdown()
            thread.join()
    seen, faults, loaded = zip(*(answers[at] for at in range(len(views))), strict=True)
    assert not any(faults) and not any(loaded), (faults, loaded)
    return list(seen)


STEP = """
  await until(() => text(".place", /^step 3 of/));
  (await until(() => named("Step forward"))).click();
  return until(() => text(".place", /^step 4 of/));
"""
COMPLETE = """
  (await until(() => named("补全"))).click();
  return until(() => text(".status", /。/));
"""
FAULTS = """
  await until(() => document.querySelector(".board .frame"));
  return document.querySelectorAll(".faults, .error-message").length;
"""


PROGRAM = """
queens = []
def search():
    if len(queens) == n:
        return print(queens, "</script>")
    for column in range(n):
        if all(c != column and abs(c - column) != len(queens) - r for r, c in enumerate(queens)):
            queens.append(column)
            search()
            queens.pop()
search()
"""
PLAY = """
  (await until(() => named("Next solution"))).click();
  await until(() => document.querySelector(".board.solved"));
  return [document.querySelectorAll(".played .queen").length, text(".lit-line", /./), text(".sentence", /./)];
"""


VIEWS = [
    (bezzel.player(6, method="linked-columns", step=3, language="en"), STEP),
    (bezzel.player(5, program=PROGRAM, language="en"), PLAY),
    (bezzel.board(6, queens=[(0, 1)], language="zh"), COMPLETE),
]


@pytest.mark.parametrize("notebook", [jupyter, sandboxed, without_workers])
def test_views(notebook: Callable[[str], str], tmp_path: Path) -> None:
    step, played, completed = shown(VIEWS, notebook, tmp_path)
    assert str(step).startswith("step 4 of 1")
    assert played == [5, "            search()", "Line 8: solution 1."]
    assert "只有一种补全方案" in str(completed)


def test_the_page_accepts_what_python_accepts(tmp_path: Path) -> None:
    largest = bezzel.player(16, step=50_000_000, blocked=[(0, 0)]), bezzel.board(32, queens=[(0, 0)])
    assert shown([(view, FAULTS) for view in largest], jupyter, tmp_path) == [0, 0]
    assert repr(VIEWS[1][0]) == "View('#/program')"


def test_a_program_that_does_not_end_is_shown_as_far_as_it_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda words, timeout, **options: run(words, timeout=2, **options))
    html = bezzel.player(program="queens = []\nwhile True:\n    queens = [len(queens)]\n")._repr_html_()
    assert "while True" in html and "record {" in html


def test_a_recording_that_cannot_be_written_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource", reason="no limit on the size of files")
    run = subprocess.run

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    monkeypatch.setattr(subprocess, "run", lambda words, **options: run(words, preexec_fn=limit, **options))
    with pytest.raises(OSError, match="cannot write the recording: "):
        bezzel.player(5, program=PROGRAM)


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: bezzel.player(17), "expected n from 1 to 16, found 17"),
    (lambda: bezzel.player(11, program="print(n)"), "expected n from 1 to 10, found 11"),
    (lambda: bezzel.player(0), "expected n from 1 to 16, found 0"),
    (lambda: bezzel.player(-(10**30)), "expected a number from 0 to 4294967295, found -1000"),
    (lambda: bezzel.board(33), "expected n from 1 to 32, found 33"),
    (lambda: bezzel.board(bezzel.first(40) or 0), "expected n from 1 to 32, found 40"),
    (lambda: bezzel.player(bezzel.ConstrainedBoard(20)), "expected n from 1 to 16, found 20"),
    (lambda: bezzel.player(8, method="bitmsk"), "unknown method 'bitmsk' (did you mean 'bitmask'?)"),
    (lambda: bezzel.player(8, method="brute-force", queens=[(0, 0)]), "expected an empty board with brute-force"),
    (lambda: bezzel.player(8, queens=[(0, 0), (1, 1)]), "the queens at row 0 column 0 and row 1 column 1 attack each other"),
    (lambda: bezzel.board(8, queens=[(0, 0)], blocked=[(0, 0)]), "the queen at row 0 column 0 is on a blocked square"),
    (lambda: bezzel.board(8, queens=[(8, 0)]), "expected a square with row and column below 8"),
    (lambda: bezzel.player(8, step=-1), "expected a number from 0 to 4294967295, found -1"),
    (lambda: bezzel.board(8, language="de"), "unknown language 'de': expected en, zh"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "message"), BAD)
def test_bad_values(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as raised:
        make()
    assert message in str(raised.value) and "\n" not in str(raised.value)
