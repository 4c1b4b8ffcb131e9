"""Fails where two classes have one name in one namespace: python3 names.py ROOT

The linker takes them for one, and so either's functions for both, without a word: where no file
includes both, no compiler sees it.
"""

import pathlib
import re
import sys

FOLDERS = ("engine", "assets", "app")

OPENS = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{")
CLOSES = re.compile(r"^\}  // namespace")
# Defined, not only named, from the line's beginning on: what is within another class is not met.
DEFINES = re.compile(r"^(?:class|struct|union|enum class|enum) (\w+)(?: final)?(?: :[^;]*)? ?\{")


def classes_of(text):
    """The names that `text` defines, with their namespaces, but for those without a name."""
    spaces = []
    for line in text.splitlines():
        if opens := OPENS.match(line):
            spaces.append(opens[1])
        elif CLOSES.match(line):
            spaces.pop()
        elif (defines := DEFINES.match(line)) and "" not in spaces:
            yield "::".join([*spaces, defines[1]])


def main():
    root = pathlib.Path(sys.argv[1])
    homes = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            for name in classes_of(file.read_text(encoding="utf-8")):
                homes.setdefault(name, []).append(file.relative_to(root).as_posix())
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    for name, files in shared.items():
        print(f"{name}: {', '.join(files)}")
    if shared:
        sys.exit("Classes of one name: call all but one of them otherwise")
    if not homes:
        sys.exit(f"No classes found below {root}")
    print(f"{len(homes)} classes, each with a name of its own")


main()
