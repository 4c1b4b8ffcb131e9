"""Exports scenes as tables, reads them with NumPy, and compares them with what compute prints.

read_tables.py PROGRAM FOLDER_OF_SCENES EMPTY_FOLDER
"""

import csv
import glob
import json
import subprocess
import sys

import numpy as np

program, scenes, folder = sys.argv[1:]
checked = 0


def numbers(rows):
    """A matrix of JSON's numbers as float32; null, where a key is masked, as -inf."""
    return np.array([[-np.inf if x is None else x for x in row] for row in rows], dtype=np.float32)


def export(scene, view, ending, head):
    path = f"{folder}/table.{ending}"
    words = [program, "export", scene, "--view", view, "--out", path]
    subprocess.run(words + (["--head", head] if head else []), check=True)
    return path


def read_npy(path):
    array = np.load(path)
    assert array.dtype == np.dtype("<f4") and array.flags["C_CONTIGUOUS"]
    return array


def read_delimited(path, dialect, depth):
    """The numbers, after `depth` cells of names; one matrix, or a list of them by the first."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, dialect))[1:]
    names = list(dict.fromkeys(row[0] for row in rows)) if depth == 2 else [None]
    layers = [[row[depth:] for row in rows if name in (None, row[0])] for name in names]
    arrays = [np.array([[x or "-inf" for x in row] for row in layer], dtype=np.float64)
              .astype(np.float32) for layer in layers]
    return np.stack(arrays) if depth == 2 else arrays[0]


def read_json(path):
    with open(path, encoding="utf-8") as file:
        values = json.load(file)["values"]
    if values and isinstance(values[0][0], list):
        return np.stack([numbers(layer) for layer in values])
    return numbers(values)


def check(scene, view, head, expected):
    global checked
    depth = 2 if expected.ndim == 3 else 1
    found = {
        "npy": read_npy(export(scene, view, "npy", head)),
        "csv": read_delimited(export(scene, view, "csv", head), "excel", depth),
        "tsv": read_delimited(export(scene, view, "tsv", head), "excel-tab", depth),
        "json": read_json(export(scene, view, "json", head)),
    }
    for ending, array in found.items():
        same = array.shape == expected.shape and np.array_equal(array, expected)
        if not same:
            sys.exit(f"{scene}: {view} as {ending}, head {head}: {array} is not {expected}")
        checked += 1


for name in ["unicode", "one-token", "mask-no-key", "cross-widths", "position-sinusoidal",
             "mask-combined", "heads-differ", "combine-none", "score-dot-scale"]:
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
        shown = read_npy(export(scene, "encoding", "npy", None))
        assert np.array_equal(shown[:len(position)], position), scene
assert glob.glob(f"{folder}/*") and checked > 200, checked
