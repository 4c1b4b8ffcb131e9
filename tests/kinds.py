"""Fails where app/ compares a kind with one that it names, by its id: python3 kinds.py ROOT

Whoever needs to know something of a score, normalizer, mask, position, combine or norm asks its row,
so that a new kind is a row and nothing that others have to learn of.
"""

import pathlib
import re
import sys

# A row of a table of kinds: "ScoreKind{"dot"".
ROW = re.compile(r"\b(?:Score|Mask|Normalizer|Position|Combine|Norm|RopeScaling)Kind\{\s*(?:\.id = )?\"(\w+)\"")
NAMED = re.compile(r"\b(?:score|mask|normalizer|position|combine|norm|rope_scaling)_kind\(\"\w+\"\)")
# What is compared with a text, on either side: views and parts have ids too, which are others.
COMPARED = re.compile(r"\bid *[!=]= *\"(\w+)\"|\"(\w+)\" *[!=]= *[\w.>()-]*\bid\b")
COMPARED_ROW = re.compile(rf"[!=]= *&?{NAMED.pattern}|{NAMED.pattern} *[!=]=")


def main():
    root = pathlib.Path(sys.argv[1])
    ids = set()
    for file in (root / "engine").rglob("*.cpp"):
        ids.update(ROW.findall(file.read_text(encoding="utf-8")))
    if not ids:
        sys.exit(f"No kinds found below {root}")
    wrong = []
    for file in sorted((root / "app").rglob("*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            compared = {id for pair in COMPARED.findall(line) for id in pair}
            if compared & ids or COMPARED_ROW.search(line):
                wrong.append(f"{file.relative_to(root).as_posix()}:{number}: {line.strip()}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if wrong:
        sys.exit("Kinds compared by their ids: ask the row")
    print(f"None of {len(ids)} kinds is told by its id")


main()
