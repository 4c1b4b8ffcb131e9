"""Exports scenes as tables, reads them with NumPy, and compares them with what compute prints.

read_tables.py PROGRAM FOLDER_OF_SCENES EMPTY_FOLDER N

Of some scenes every Nth, for programs that are slow.
"""

import glob
import json
import subprocess
import sys

import numpy as np

from exported_files import numbers, read_delimited, read_json, read_npy

program, scenes, folder = sys.argv[1:4]
step = int(sys.argv[4])
checked = 0


def export(scene, view, ending, head):
    path = f"{folder}/table.{ending}"
    words = [program, "export", scene, "--view", view, "--out", path]
    subprocess.run(words + (["--head", head] if head else []), check=True)
    return path


def check(scene, view, head, expected):
    global checked
    is_stack = expected.ndim == 3
    found = {
        "npy": read_npy(export(scene, view, "npy", head)),
        "csv": read_delimited(export(scene, view, "csv", head), "excel", is_stack),
        "tsv": read_delimited(export(scene, view, "tsv", head), "excel-tab", is_stack),
        "json": read_json(export(scene, view, "json", head)),
    }
    for ending, table in found.items():
        array = np.stack(table.values) if is_stack else table.values[0]
        same = array.shape == expected.shape and np.array_equal(array, expected)
        if not same:
            sys.exit(f"{scene}: {view} as {ending}, head {head}: {array} is not {expected}")
        checked += 1


for name in ["unicode", "one-token", "mask-no-key", "cross-widths", "position-sinusoidal",
             "mask-combined", "heads-differ", "combine-none", "score-dot-scale"][::step]:
    scene = f"{scenes}/{name}.attn.json"
    result = json.loads(subprocess.run([program, "compute", scene], check=True,
                                       capture_output=True).stdout)
    heads = result["heads"]
    for h, head in enumerate(heads[:2]):
        check(scene, "weights", str(h), numbers(head["weights"]))
        check(scene, "scores", str(h), numbers(head["scores"]))
        check(scene, "head-outputs", str(h), numbers(head["output"]))
    check(scene, "heads", None, np.stack([numbers(head["weights"]) for head in heads]))
    check(scene, "scores", "all", np.stack([numbers(head["scores"]) for head in heads]))
    if result["output"] is not None:
        check(scene, "outputs", None, numbers(result["output"]))
    if result["position"] is not None:
        position = numbers(result["position"])
        shown = read_npy(export(scene, "encoding", "npy", None)).values[0]
        assert np.array_equal(shown[:len(position)], position), scene
assert glob.glob(f"{folder}/*") and checked > 200 / step, checked
