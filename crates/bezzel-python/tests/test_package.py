"""The contents of the installed package."""

import importlib.metadata
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import bezzel

ROOT = Path(__file__).parents[3]


def test_the_package_is_complete() -> None:
    names = {file.name for file in files("bezzel").iterdir()}
    assert {"py.typed", "_native.pyi", "errors.py"} <= names
    # One wheel for every Python from 3.10 on.
    assert "_native.abi3.so" in names or "_native.pyd" in names
    wheel = importlib.metadata.distribution("bezzel").read_text("WHEEL")
    assert wheel is not None and "Tag: cp310-abi3-" in wheel
    assert bezzel.__version__ == importlib.metadata.version("bezzel")


def test_the_package_contains_the_licences() -> None:
    metadata = importlib.metadata.metadata("bezzel")
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    for name in ("Summary", "Author", "Keywords", "Requires-Python", "Description-Content-Type"):
        assert metadata[name], name
    names = ["LICENSE-APACHE", "LICENSE-MIT"]
    assert metadata.get_all("License-File") == names
    for name in names:
        packed = importlib.metadata.distribution("bezzel").read_text(f"licenses/{name}")
        assert packed == (ROOT / name).read_text()


def test_only_the_driver_needs_ray() -> None:
    program = "import sys; sys.modules['ray'] = None; import bezzel.cluster.{}"
    light = subprocess.run([sys.executable, "-c", program.format("packing")])
    assert light.returncode == 0
    command = "from bezzel.cluster.__main__ import main; import sys; sys.exit(main(['run', 'x']))"
    program = f"import sys; sys.modules['ray'] = None; {command}"
    without = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (without.returncode, without.stdout) == (2, "")
    assert without.stderr == "error: Ray is not installed: run `pip install 'ray>=2.60'`\n"
