"""The test of the test: kinds.py must refuse a kind told by its id, and nothing else.

python3 kinds_test.py
"""

import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).with_name("kinds.py")
TABLE = 'constexpr std::array kKinds{\n    ScoreKind{"dot", "Dot"},\n    NormKind{\n        "none"},\n};\n'


def run(text, engine=TABLE, path="app/ui/a.cpp"):
    """Runs the script over one source, and one of engine/ with a table: its exit status and words."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in (("engine/attention/score.cpp", engine), (path, text)):
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        done = subprocess.run([sys.executable, "-B", SCRIPT, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


for line in (
    'if (kind.id == "dot") return;',
    'return scene.score.kind->id != "dot";',
    'return "none" == scene.score.norm->id;',
    'return scene.score.kind == &score_kind("dot");',
    'return &norm_kind("none") != scene.score.norm;',
):
    status, words = run(f"int n;\n{line}\n")
    if status == 0 or f"app/ui/a.cpp:2: {line}" not in words:
        sys.exit(f"{line} was not refused: {words}")

for line in (
    'return tab.id == "weights";',  # a view's
    'scene.combine.kind = &combine_kind("none");',
    'return kinds[0].score == usual.id ? usual.plain : usual.id;',
    'value += scene.bias ? "dot" : "none";',
):
    status, words = run(f"{line}\n")
    if status != 0:
        sys.exit(f"{line} was refused: {words}")

for path in ("engine/fast/a.h", "tests/engine/a_test.cpp"):
    status, words = run('if (kind.id == "dot") return;', path=path)
    if status == 0 or path not in words:
        sys.exit(f"{path} was not looked through: {words}")

for path in ("engine/attention/norm.cpp", "tests/engine/attention/score_test.cpp"):
    status, words = run('constexpr std::array kKinds{NormKind{"l2"}};\nif (kind.id == "dot") return;', path=path)
    if status != 0:
        sys.exit(f"{path} was refused: {words}")

status, words = run("", engine="")
if status == 0:
    sys.exit(f"no kinds were found to be in order: {words}")
