"""Runs small exports one after the other, beside programs that do nothing but keep the processors
busy, and counts how they end: what happens once in many thousand times happens here.

soak_exports.py PROGRAM SCENE COUNT [BUSY]
"""

import collections
import glob
import os
import resource
import subprocess
import sys
import tempfile

VIEWS = ["weights", "outputs", "heads", "plane", "graph", "compare"]

program, scene, count = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
busy = int(sys.argv[4]) if len(sys.argv) > 4 else os.cpu_count()


def threads_of(core):
    return subprocess.run(["gdb", "-q", "-batch", "-ex", "thread apply all backtrace", program, core],
                          capture_output=True, text=True).stdout


def export(view, folder):
    """How it ended, and what it said."""
    out = f"{folder}/a.svg"
    done = subprocess.run([program, "export", scene, "--view", view, "--out", out], cwd=folder,
                          capture_output=True, text=True)
    words = done.stderr
    for core in glob.glob(f"{folder}/core*"):
        words += threads_of(core)
        os.remove(core)
    if done.returncode != 0:
        return str(done.returncode), words
    with open(out, "rb") as file:
        is_whole = file.read().endswith(b"</svg>\n")
    os.remove(out)
    return "0" if is_whole else "0, but no whole file", words


def main():
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (most, most))
    ends = collections.Counter()
    beside = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for n in range(count):
                end, words = export(VIEWS[n % len(VIEWS)], folder)
                ends[end] += 1
                if end != "0" or words:
                    print(f"export {n} ended by {end}: {words}", flush=True)
                if (n + 1) % 1000 == 0:
                    print(f"{n + 1} of {count}: {dict(ends)}", flush=True)
    finally:
        for one in beside:
            one.kill()
    print(f"{count} exports, by how they ended: {dict(ends)}")
    sys.exit(set(ends) != {"0"})


main()
