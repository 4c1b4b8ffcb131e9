"""The test of the test: comments.py must refuse too many such beginnings, and nothing else.

python3 comments_test.py
"""

import pathlib
import re
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).with_name("comments.py")
LIMIT = int(re.search(r"^LIMIT = (\d+)$", SCRIPT.read_text(encoding="utf-8"), re.M)[1])


def run(line, times, name="app/ui/a.cpp"):
    """Runs the script over one file that repeats `line`: its exit status and output."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, name)
        file.parent.mkdir(parents=True)
        file.write_text(f"{line}\nint n;\n" * times)
        done = subprocess.run([sys.executable, "-B", SCRIPT, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


REFUSED = (
    ("/// What it is.", "app/ui/a.cpp"),
    ("// Of a row.", "engine/a.h"),
    ("int n;  // Where it is", "tests/a.cpp"),
    ("double d;  ///< The same", "app/a.h"),
    ("// The same\n// of a row.", "shaders/a.comp"),
    ("# What it is", "tests/CMakeLists.txt"),
)
for line, name in REFUSED:
    if run(line, LIMIT, name)[0] != 0:
        sys.exit(f"{LIMIT} times {line} were refused")
    status, words = run(line, LIMIT + 1, name)
    if status == 0 or f"{name}:1: " not in words:
        sys.exit(f"{LIMIT + 1} times {line} were not refused: {words}")

for line in (
    "// Sum of a row.\n// What follows is one comment with it.",
    "// Offset in bytes",
    'call("What");  // result',
    '"https://Of";  // address',
    "int Where;  // place",
):
    status, words = run(line, LIMIT + 1)
    if status != 0:
        sys.exit(f"{line} was refused: {words}")

if run("int n;", 1)[0] == 0:
    sys.exit("no comments were found to be in order")
