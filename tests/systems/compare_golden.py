"""Compares what a program computes for the golden cases with their expected results.

compare_golden.py PROGRAM FOLDER... prints "123 of 123" and each case that differs; ends with
status 1 if any does. PROGRAM can begin with what runs it: "wine64 program.exe". Tolerances and keys are those of tests/golden/README.md.
"""

import json
import pathlib
import shlex
import subprocess
import sys


def differs(found, expected, place=""):
    """First place where the results differ; empty if there is none."""
    if isinstance(expected, dict) and isinstance(found, dict):
        if set(found) != set(expected):
            return f"{place}: keys {sorted(set(found) ^ set(expected))}"
        pairs = [(f"{place}/{key}", found[key], expected[key]) for key in expected
                 if key not in ("backend", "warnings", "version")]
        if bool(found.get("warnings")) != bool(expected.get("warnings")):
            return f"{place}/warnings"
    elif isinstance(expected, list) and isinstance(found, list):
        if len(found) != len(expected):
            return f"{place}: {len(found)} entries, not {len(expected)}"
        pairs = [(f"{place}/{n}", *pair) for n, pair in enumerate(zip(found, expected))]
    elif isinstance(expected, (int, float)) and isinstance(found, (int, float)):
        is_near = abs(found - expected) <= 2e-5 + 1e-4 * abs(expected)
        return "" if is_near else f"{place}: {found}, not {expected}"
    else:
        return "" if found == expected else f"{place}: {found}, not {expected}"
    return next((words for words in (differs(f, e, p) for p, f, e in pairs) if words), "")


def main():
    program, folders = sys.argv[1], sys.argv[2:]
    results = sorted(path for folder in folders
                     for path in pathlib.Path(folder).glob("*.result.json"))
    wrong = 0
    for path in results:
        stem = path.name.removesuffix(".result.json")
        scene = next(path.parent.glob(f"{stem}.attn*.json"))
        run = subprocess.run([*shlex.split(program), "compute", scene], capture_output=True, text=True,
                             timeout=60, check=False)
        words = (run.stderr.strip() if run.returncode else
                 differs(json.loads(run.stdout), json.loads(path.read_text())))
        if words:
            wrong += 1
            print(f"{path}: {words}", file=sys.stderr)
    print(f"{len(results) - wrong} of {len(results)}")
    sys.exit(1 if wrong or not results else 0)


if __name__ == "__main__":
    main()
