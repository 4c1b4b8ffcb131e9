"""The test of the test: names.py must refuse classes of one name, name them, and refuse nothing else.

python3 names_test.py
"""

import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).with_name("names.py")


def run(files):
    """Runs the script over `files`, their texts by their paths: its exit status and words."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        done = subprocess.run([sys.executable, "-B", SCRIPT, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def within(namespace, text):
    return f"namespace {namespace} {{\n{text}\n}}  // namespace {namespace}\n"


def expect_refused(name, *texts):
    files = {f"engine/{n}.h": text for n, text in enumerate(texts)}
    status, words = run(files)
    if status == 0 or f"{name}: {', '.join(files)}" not in words:
        sys.exit(f"{texts} were not refused for {name}: {words}")


def expect_taken(*texts):
    status, words = run({f"engine/{n}.h": text for n, text in enumerate(texts)})
    if status != 0:
        sys.exit(f"{texts} were refused: {words}")


A = "struct A {\n  int n;\n};"
UNNAMED = "namespace {\n" + A + "\n}  // namespace"
WITHIN_B = "struct B {\n  struct A {\n  };\n};"
expect_refused("A", within("attn", A), within("attn", "class A : public B {\n};"))
expect_refused("A", within("attn", "enum class A { one };"), within("attn", "class A final {\n};"))
expect_refused("A", within("attn::gl", A), within("attn", within("gl", A)))
# In another namespace, in one without a name, or in another class.
expect_refused("A", within("attn", A), within("attn::gl", A))
expect_refused("A", within("attn", A), within("attn", UNNAMED))
expect_refused("A", within("attn", A), within("attn", WITHIN_B))
expect_refused("A", within("attn", UNNAMED), within("attn", WITHIN_B))
# Named without being defined.
expect_taken(within("attn", A), within("attn", "struct A;\nA a{};"))


def rows(text):
    return text.replace("A", "Row")


# What each class and each source may call its own, though no two that others see.
expect_taken(within("attn", rows(A)), within("attn", rows(UNNAMED)), within("attn", rows(WITHIN_B)))
expect_refused("attn::Row", within("attn", rows(A)), within("attn", rows(A)))

status, words = run({})
if status == 0:
    sys.exit(f"nothing was found to be in order: {words}")
