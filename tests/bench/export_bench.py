"""How long a figure takes, from the shell, against matplotlib: export_bench.py ATTENTOSCOPE [ROUNDS]

Both write a picture of the same weights, as many pixels wide and high, with the tokens at both
sides, a title and a legend. Attentoscope reads a scene of 16 numbers for each token and computes
the weights; matplotlib reads the weights themselves (NPY), which it is given finished. Times are of
the whole process, memory is its peak (ru_maxrss): medians of rounds in which both take turns, and
the median of the ratios in each round.
"""
import json
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "matplotlib_figure.py")
# Tokens, ending, whether cells hold numbers, least ratio of times, largest ratio of memory.
FIGURES = [
    (64, "png", False, 25, 0.3),
    (1024, "png", False, 20, 0.3),
    (4096, "png", False, 20, 0.3),
    (64, "svg", False, 0, 0.3),
    (64, "pdf", False, 0, 0.3),
    (32, "png", True, 30, 0.3),
]


def has_seaborn():
    return subprocess.run([sys.executable, "-c", "import seaborn"], capture_output=True).returncode == 0


def write_scene(path, count):
    random.seed(count)
    scene = {
        "format": "attentoscope/scene", "version": 1, "title": "Attention of %d tokens" % count,
        "tokens": ["t%d" % i for i in range(count)],
        "embeddings": [[round(random.gauss(0, 1), 3) for _ in range(16)] for _ in range(count)],
        "score": {"kind": "scaled_dot"},
    }
    with open(path, "w") as file:
        json.dump(scene, file)


def run(words):
    """Seconds and peak MiB of a process."""
    start = time.perf_counter()
    pid = os.posix_spawn(words[0], words, os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit("failed: " + " ".join(words))
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def png_size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def measure(folder, count, ending, numbers):
    scene = os.path.join(folder, "%d.attn.json" % count)
    weights = os.path.join(folder, "%d.npy" % count)
    probe = os.path.join(folder, "probe.png")
    if not os.path.exists(scene):
        write_scene(scene, count)
        run([PROGRAM, "export", scene, "--view", "weights", "--out", weights])
    options = ["--view", "weights", "--colormap", "viridis", "--scale", "1"]
    options += ["--numbers", "on"] if numbers else []
    run([PROGRAM, "export", scene, "--out", probe] + options)
    width, height = png_size(probe)
    ours = [PROGRAM, "export", scene, "--out", os.path.join(folder, "ours." + ending)] + options
    theirs = [sys.executable, SCRIPT, weights, os.path.join(folder, "theirs." + ending),
              str(width), str(height)] + (["numbers"] if numbers else [])
    rounds = []
    for _ in range(ROUNDS + 1):
        rounds.append((run(ours), run(theirs)))
    return rounds[1:]  # the first one fills caches


def main():
    print("%-16s %10s %10s %7s %9s %9s %7s" % ("figure", "ours ms", "theirs ms", "faster", "ours MiB",
                                               "theirs", "memory"))
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for count, ending, numbers, faster, memory in FIGURES:
            if numbers and not has_seaborn():
                print("%d numbers: not measured, there is no seaborn" % count)
                continue
            rounds = measure(folder, count, ending, numbers)
            median = lambda pick: statistics.median(pick(a, b) for a, b in rounds)
            ratio = median(lambda a, b: b[0] / a[0])
            share = median(lambda a, b: a[1] / b[1])
            name = "%d %s%s" % (count, ending, " numbers" if numbers else "")
            note = "" if ratio >= faster and share <= memory else "  (wanted: %d, %.2f)" % (faster, memory)
            missed += bool(note)
            print("%-16s %10.1f %10.1f %6.1fx %9.1f %9.1f %7.2f%s" % (
                name, 1e3 * median(lambda a, b: a[0]), 1e3 * median(lambda a, b: b[0]), ratio,
                median(lambda a, b: a[1]), median(lambda a, b: b[1]), share, note))
    if missed:
        print("%d of these are not what is wanted" % missed)


main()
