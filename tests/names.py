"""Fails where two classes have one name: python3 names.py ROOT

Who reads a name shall know what it means, and find one place where it is defined: also of what stands
within another class, or in a namespace without a name. Where two classes of one namespace have one
name, the linker takes them for one, and so either's functions for both, without a word: where no file
includes both, no compiler sees it.
"""

import pathlib
import re
import sys

FOLDERS = ("engine", "assets", "app")

# Names that are qualified by their class or source: kind of a value, row of a table, state of a view.
# Each class or source may have its own.
LOCAL = {"Kind", "Row", "Drag", "Mode"}

OPENS = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{")
CLOSES = re.compile(r"^\}  // namespace")
# Defined, not only named.
DEFINES = re.compile(r"^( *)(?:class|struct|union|enum class|enum) (\w+)(?: final)?(?: :[^;]*)? ?\{")


def classes_of(text):
    """The classes that `text` defines: each one's name, and its full name where others can see it."""
    spaces = []
    for line in text.splitlines():
        if opens := OPENS.match(line):
            spaces.append(opens[1])
        elif CLOSES.match(line):
            spaces.pop()
        elif defines := DEFINES.match(line):
            indent, name = defines.groups()
            is_seen = not indent and "" not in spaces
            yield name, "::".join([*spaces, name]) if is_seen else None


def main():
    root = pathlib.Path(sys.argv[1])
    homes = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            for name, full in classes_of(file.read_text(encoding="utf-8")):
                key = full if name in LOCAL else name
                if key:
                    homes.setdefault(key, []).append(file.relative_to(root).as_posix())
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    for name, files in shared.items():
        print(f"{name}: {', '.join(files)}")
    if shared:
        sys.exit("Classes of one name: call all but one of them otherwise")
    if not homes:
        sys.exit(f"No classes found below {root}")
    print(f"{len(homes)} classes, each with a name of its own")


main()
