"""Compares a real model with results that another program saved: ./dev model FOLDER X.npz

compare_model.py PROGRAM MODEL X.npz runs "PROGRAM run MODEL --ids … --out Y.npz" with the ids of X.npz, and prints for
each array the largest difference as a part of the largest number. It ends with status 1 if that is above 1e-4, if
shapes differ, or if Y.npz lacks an array of X.npz. The guide's page "Command line" has the lines of Python that save
X.npz with Hugging Face's library: ids, and of hidden, attentions and logits some or all. The last hidden state of that
library is after the final norm, so it is compared with the array "final".
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy

LIMIT = 1e-4


def arrays_of(path):
    with numpy.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def expected_arrays(saved):
    """Arrays to compare, by their names in the program's file: the last hidden state is "final"."""
    expected = {name: saved[name] for name in ("attentions", "logits", "final") if name in saved}
    if "hidden" in saved:
        if saved["hidden"].ndim != 3 or len(saved["hidden"]) == 0:
            sys.exit(f"hidden: expected shape (B + 1, L, D), found {saved['hidden'].shape}")
        expected["hidden"] = saved["hidden"][:-1]
        expected["final"] = saved["hidden"][-1]
    return expected


def found_array(computed, name):
    """The program's array that is compared with an expected one, or None."""
    array = computed.get(name)
    return array[:-1] if name == "hidden" and array is not None else array


def difference(found, expected):
    """Largest difference as a part of the largest expected number, and its place."""
    found, expected = found.astype(numpy.float64), expected.astype(numpy.float64)
    differences = numpy.abs(found - expected)
    differences[numpy.isnan(differences)] = numpy.inf
    if differences.size == 0:
        return 0.0, ()
    place = numpy.unravel_index(numpy.argmax(differences), differences.shape)
    largest = numpy.abs(expected).max()
    worst = differences[place]
    return (worst / largest if largest > 0 else worst), tuple(int(index) for index in place)


def compare(computed, saved):
    """Prints a line for each array; returns whether all agree."""
    expected = expected_arrays(saved)
    if not expected:
        sys.exit("expected an array hidden, attentions or logits, found " + ", ".join(saved))
    agrees = True
    if "ids" in computed and computed["ids"].reshape(-1).tolist() != saved["ids"].reshape(-1).tolist():
        print("ids: the program computed with other ids")
        agrees = False
    for name, array in sorted(expected.items()):
        found = found_array(computed, name)
        if found is None:
            print(f"{name:10}  the program has no such array")
            agrees = False
        elif found.shape != array.shape:
            print(f"{name:10}  shape {found.shape}, expected {array.shape}")
            agrees = False
        else:
            part, place = difference(found, array)
            is_near = part <= LIMIT  # false for a number that is not one
            print(f"{name:10}  {part:.1e} at {place}" + ("" if is_near else f": more than {LIMIT:.0e}"))
            agrees = agrees and is_near
    return agrees


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, model, path = sys.argv[1:]
    saved = arrays_of(path)
    if "ids" not in saved:
        sys.exit(f"{path}: expected an array ids, found " + ", ".join(saved))
    ids = ",".join(str(int(token)) for token in saved["ids"].reshape(-1))
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "y.npz")
        run = subprocess.run([program, "run", model, "--ids", ids, "--out", out], stdout=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"{program} run ended with status {run.returncode}")
        computed = arrays_of(out)
    try:
        answer = json.loads(run.stdout)
    except ValueError:
        answer = {}
    for warning in answer.get("warnings", []):
        print("warning:", warning)
    if not compare(computed, saved):
        sys.exit(1)


if __name__ == "__main__":
    main()
