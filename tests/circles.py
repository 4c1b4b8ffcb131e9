"""Fails where units include each other in a circle: python3 circles.py ROOT

A unit is a header with the source of the same name. It depends on another where one of its files
includes the other's header: whoever reads or changes one of a circle has all of them to know.
"""

import graphlib
import pathlib
import re
import sys

FOLDERS = ("engine", "assets", "app")

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)\.h"', re.MULTILINE)


def includes_of_units(root):
    """The units below `root`, by their paths without an ending, and which units each includes."""
    units = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            unit = file.relative_to(root).with_suffix("").as_posix()
            if file.suffix not in (".h", ".cpp"):
                continue
            included = INCLUDE.findall(file.read_text(encoding="utf-8"))
            units.setdefault(unit, set()).update(included)
    return {unit: sorted(included & units.keys() - {unit}) for unit, included in units.items()}


def circles(units):
    """Circles that have no unit in common, each as a list from one unit round to the same."""
    found = []
    while True:
        try:
            graphlib.TopologicalSorter(units).prepare()
            return found
        except graphlib.CycleError as error:
            circle = error.args[1][::-1]  # it goes from what is included to what includes
            found.append(circle)
        left = units.keys() - set(circle)
        units = {unit: [one for one in units[unit] if one in left] for unit in sorted(left)}


def main():
    units = includes_of_units(pathlib.Path(sys.argv[1]))
    count = sum(map(len, units.values()))
    found = circles(units)
    for circle in found:
        print("in a circle: " + " -> ".join(circle))
    if found:
        sys.exit("Units include each other in a circle: move what both need to a unit of its own")
    if count == 0:
        sys.exit(f"No includes found below {sys.argv[1]}")
    print(f"{count} includes among {len(units)} units, and no circle")


main()
