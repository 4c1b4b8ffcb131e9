"""Fails where comments begin with "What", "Of", "Where" or "The same": python3 comments.py ROOT

A comment begins with a noun or a verb of the field (CONTRIBUTING.md, "Plain English"). A few such
beginnings are right, so LIMIT of them may stand in engine/, app/, tests/ and shaders/ together.
"""

import pathlib
import re
import sys

# Only lower it.
LIMIT = 40

ROOMS = ("engine", "app", "tests", "shaders")
MARKS = {suffix: r"//[/!]?<?" for suffix in (".h", ".cpp", ".glsl", ".comp", ".vert", ".frag")}
MARKS.update({suffix: "#" for suffix in (".py", ".cmake", ".txt")})
REFUSED = re.compile(r"(What|Of|Where|The same)\b")


def comments(text, mark):
    """Number and first line of each comment. Comment lines below each other are one comment."""
    line_of_comment = re.compile(rf"(?P<code>.*?)(?:^|(?<=\s)){mark}\s+(?P<words>\S.*)")
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        found = line_of_comment.match(line)
        alone = bool(found) and not found["code"].strip()
        if found and not (alone and inside):
            yield number, found["words"]
        inside = bool(found)


def main():
    root = pathlib.Path(sys.argv[1])
    seen = 0
    refused = []
    for room in ROOMS:
        for file in sorted((root / room).rglob("*")):
            if file.suffix not in MARKS or (file.suffix == ".txt" and file.name != "CMakeLists.txt"):
                continue
            for number, words in comments(file.read_text(encoding="utf-8"), MARKS[file.suffix]):
                seen += 1
                if REFUSED.match(words):
                    refused.append(f"{file.relative_to(root).as_posix()}:{number}: {words}")
    if not seen:
        sys.exit(f"No comments found below {root}")
    summary = f"{len(refused)} of {seen} comments begin with What, Of, Where or The same; at most {LIMIT} may"
    if len(refused) > LIMIT:
        print(*refused, sep="\n")
        sys.exit(f"{summary}: begin with a noun or verb of the field")
    print(summary)


main()
