"""How long a figure takes, from the shell, against matplotlib: export_bench.py ATTENTOSCOPE [ROUNDS]

Both write a picture of the same weights, as many pixels wide and high, with the tokens at both
sides, a title and a legend. Attentoscope reads a scene (JSON) of 16 numbers for each token and
computes the weights. matplotlib either does the same work ("embeddings": it reads those numbers as
NPY and computes the weights with NumPy) or is given them finished ("weights", NPY), which is less
than ours does. Times are of the whole process, memory is its peak (ru_maxrss): medians of rounds in
which both take turns, and the median of the ratios in each round.
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
# Heads, tokens, ending, whether cells hold numbers, what matplotlib is given, least ratio of times
# and largest of memory that are wanted.
FIGURES = [
    (1, 64, "png", False, "embeddings", 25, 0.3),
    (1, 64, "png", False, "weights", 25, 0.3),
    (1, 1024, "png", False, "embeddings", 20, 0.3),
    (1, 1024, "png", False, "weights", 20, 0.3),
    (1, 4096, "png", False, "embeddings", 20, 0.3),
    (1, 4096, "png", False, "weights", 20, 0.3),
    (12, 512, "png", False, "weights", 20, 0.3),
    (1, 64, "svg", False, "embeddings", 0, 0.3),
    (1, 64, "pdf", False, "embeddings", 0, 0.3),
    (1, 32, "png", True, "embeddings", 30, 0.3),
]


def has_seaborn():
    return subprocess.run([sys.executable, "-c", "import seaborn"], capture_output=True).returncode == 0


def write_npy(path, rows):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (len(rows), len(rows[0]))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for row in rows:
            file.write(struct.pack("<%df" % len(row), *row))


def random_rows(rows, columns, size=1):
    return [[round(random.gauss(0, size), 3) for _ in range(columns)] for _ in range(rows)]


def write_scene(path, heads, count, embeddings_path):
    random.seed(count)
    scene = {
        "format": "attentoscope/scene", "version": 1, "title": "Attention of %d tokens" % count,
        "tokens": ["t%d" % i for i in range(count)],
        "embeddings": random_rows(count, 16),
        "score": {"kind": "scaled_dot"},
    }
    if heads > 1:
        scene["heads"] = [{"w_q": random_rows(16, 16, 0.25), "w_k": random_rows(16, 16, 0.25)}
                          for _ in range(heads)]
    with open(path, "w") as file:
        json.dump(scene, file)
    write_npy(embeddings_path, scene["embeddings"])


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


def measure(folder, heads, count, ending, numbers, given):
    name = "%d-%d" % (heads, count)
    scene = os.path.join(folder, name + ".attn.json")
    weights = os.path.join(folder, "weights%s.npy" % name)
    embeddings = os.path.join(folder, "embeddings%s.npy" % name)
    probe = os.path.join(folder, "probe.png")
    of_heads = ["--head", "all"] if heads > 1 else []
    if not os.path.exists(scene):
        write_scene(scene, heads, count, embeddings)
        run([PROGRAM, "export", scene, "--view", "weights", "--out", weights] + of_heads)
    options = ["--view", "weights", "--colormap", "viridis", "--scale", "1"] + of_heads
    options += ["--numbers", "on"] if numbers else []
    run([PROGRAM, "export", scene, "--out", probe] + options)
    width, height = png_size(probe)
    ours = [PROGRAM, "export", scene, "--out", os.path.join(folder, "ours." + ending)] + options
    theirs = [sys.executable, SCRIPT, given, weights if given == "weights" else embeddings,
              os.path.join(folder, "theirs." + ending),
              str(width), str(height)] + (["numbers"] if numbers else [])
    rounds = []
    for _ in range(ROUNDS + 1):
        rounds.append((run(ours), run(theirs)))
    return rounds[1:]  # the first one fills caches


def main():
    print("%-18s %-11s %8s %9s %8s %9s %8s %7s" % (
        "figure", "matplotlib:", "ours ms", "theirs ms", "faster", "ours MiB", "theirs", "memory"))
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for heads, count, ending, numbers, given, faster, memory in FIGURES:
            name = "%s%d %s%s" % ("%d x " % heads if heads > 1 else "", count, ending,
                                  ", numbers" if numbers else "")
            if numbers and not has_seaborn():
                print("%s: not measured, there is no seaborn" % name)
                continue
            rounds = measure(folder, heads, count, ending, numbers, given)
            median = lambda pick: statistics.median(pick(a, b) for a, b in rounds)
            ratio = median(lambda a, b: b[0] / a[0])
            share = median(lambda a, b: a[1] / b[1])
            is_missed = ratio < faster or share > memory
            missed += is_missed
            print("%-18s %-11s %8.1f %9.1f %7.1fx %9.1f %8.1f %7.2f%s" % (
                name, given, 1e3 * median(lambda a, b: a[0]), 1e3 * median(lambda a, b: b[0]), ratio,
                median(lambda a, b: a[1]), median(lambda a, b: b[1]), share,
                "  (wanted: %dx, %.2f)" % (faster, memory) if is_missed else ""))
    if missed:
        print("%d of these are not what is wanted" % missed)


main()
