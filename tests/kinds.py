"""Fails where a kind is compared with one that is named by its id: python3 kinds.py ROOT

Code asks the row of a score, normalizer, mask, position, combine or norm, so that a new kind is a row
and nothing else has to know it. Looks through app/, engine/ and tests/, without the tables themselves
and the tests that state each kind's formula or parameters a second time.
"""

import pathlib
import re
import sys

# A row of a table of kinds: "ScoreKind{"dot"".
ROW = re.compile(r"\b(?:Score|Mask|Normalizer|Position|Combine|Norm|RopeScaling)Kind\{\s*(?:\.id = )?\"(\w+)\"")
NAMED = re.compile(r"\b(?:score|mask|normalizer|position|combine|norm|rope_scaling)_kind\(\"\w+\"\)")
# Comparison of an id with a text on either side. Ids of views and parts are not meant.
COMPARED = re.compile(r"\bid *[!=]= *\"(\w+)\"|\"(\w+)\" *[!=]= *[\w.>()-]*\bid\b")
COMPARED_ROW = re.compile(rf"[!=]= *&?{NAMED.pattern}|{NAMED.pattern} *[!=]=")


# They say once more, by ids and in other words, what the rows of a table say.
SECOND_STATEMENTS = {"tests/engine/random_scene.h", "tests/engine/attention/mask_test.cpp",
                     "tests/engine/attention/score_test.cpp"}


def main():
    root = pathlib.Path(sys.argv[1])
    ids, tables = set(), set()
    for file in (root / "engine").rglob("*.cpp"):
        if found := ROW.findall(file.read_text(encoding="utf-8")):
            ids.update(found)
            tables.add(file)
    if not ids:
        sys.exit(f"No kinds found below {root}")
    wrong = []
    for file in sorted(file for room in ("app", "engine", "tests") for file in (root / room).rglob("*")):
        name = file.relative_to(root).as_posix()
        if file.suffix not in (".h", ".cpp") or file in tables or name in SECOND_STATEMENTS:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            compared = {id for pair in COMPARED.findall(line) for id in pair}
            if compared & ids or COMPARED_ROW.search(line):
                wrong.append(f"{name}:{number}: {line.strip()}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if wrong:
        sys.exit("Kinds compared by their ids: ask the row")
    print(f"None of {len(ids)} kinds is told by its id")


main()
