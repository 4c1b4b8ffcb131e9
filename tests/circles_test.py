"""The test of the test: circles.py must refuse circles, name their units, and refuse nothing else.

python3 circles_test.py
"""

import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).with_name("circles.py")


def run(files):
    """Runs the script over `files`, their includes by their paths: its exit status and words."""
    with tempfile.TemporaryDirectory() as folder:
        for path, includes in files.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f'#include "{included}"\n' for included in includes))
        done = subprocess.run([sys.executable, "-B", SCRIPT, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def expect_refused(files, *circles):
    """Each of `circles` is named, from whichever of its units on, and no other."""
    status, words = run(files)
    said = [line for line in words.splitlines() if line.startswith("in a circle: ")]
    ways = [line.removeprefix("in a circle: ").split(" -> ")[1:] for line in said]
    turned = [way[way.index(min(way)):] + way[:way.index(min(way))] for way in ways]
    if status == 0 or sorted(turned) != sorted(map(list, circles)):
        sys.exit(f"{files} was not refused for {circles}: {words}")


def expect_taken(files):
    status, words = run(files)
    if status != 0:
        sys.exit(f"{files} was refused: {words}")


A, B, C, D = (f"engine/base/{name}" for name in "abcd")

# Headers that include each other, and sources that do so behind their headers.
expect_refused({A + ".h": [B + ".h"], B + ".h": [A + ".h"]}, (A, B))
expect_refused({A + ".h": [], A + ".cpp": [A + ".h", B + ".h"], B + ".h": [A + ".h"]}, (A, B))
expect_refused(
    {A + ".h": [], A + ".cpp": [B + ".h"], B + ".h": [], B + ".cpp": [A + ".h"]}, (A, B))
# The way round is the one that the includes go.
expect_refused({A + ".h": [B + ".h"], B + ".h": [C + ".h"], C + ".h": [], C + ".cpp": [A + ".h"]},
               (A, B, C))
# Two circles, across rooms as well.
expect_refused({A + ".h": [B + ".h"], B + ".h": [A + ".h"],
                C + ".h": ["app/gl/d.h"], "app/gl/d.h": [C + ".h"]},
               (A, B), ("app/gl/d", C))

# Two ways to one unit, a source with its own header, and libraries.
expect_taken({A + ".h": [], A + ".cpp": [A + ".h", B + ".h", C + ".h", "cairo.h"],
              B + ".h": [D + ".h"], C + ".h": [D + ".h"], D + ".h": []})

status, words = run({})
if status == 0:
    sys.exit(f"nothing was found to be in order: {words}")
