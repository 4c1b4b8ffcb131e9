"""A step of training against PyTorch's: compare_training.py TRAIN_PEER [ROUNDS [ROW…]]

Forward, backward and Adam of the same networks in float32, from the same numbers: first that both
have the same losses in ten steps. Then all are asked in turn, round after round, in one run: PyTorch
with one thread and with two, with OpenBLAS on OpenMP threads and with the system's other BLAS. The
ratio is that of the fastest of these four, by its median over the rounds, to the engine's; "least" is
that of the least times. PyTorch is given its batches ready made, the engine makes its own.
"""

import os
import statistics
import subprocess
import sys
import time

from compare_engines import openmp_blas

HERE = os.path.dirname(os.path.abspath(__file__))

# Name, (L, V, D, heads, layers, batch), required speed-up.
ROWS = [
    ("one head", (10, 8, 8, 1, 1, 64), 8),
    ("one head", (10, 8, 16, 1, 1, 64), 8),
    ("four heads", (8, 10, 16, 4, 1, 64), 4),
    ("two layers", (11, 16, 16, 1, 2, 64), None),
    ("two layers", (16, 16, 32, 1, 2, 64), 4),
    ("two layers, four heads", (64, 16, 64, 4, 2, 64), 3),
]


class Peer:
    def __init__(self, command, environment=()):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **dict(environment)})

    def ask(self, what, lines=1):
        self.process.stdin.write(what)
        self.process.stdin.flush()
        answers = [self.process.stdout.readline() for _ in range(lines)]
        if not all(answers):
            raise RuntimeError("no answer to " + what[:100])
        return answers

    def time(self, size, count, *threads):
        words = map(str, ("time", *size, count, *threads))
        answer = self.ask(" ".join(words) + "\n")[0]
        time.sleep(0.02)  # threads that wait for more work go to sleep
        return tuple(map(float, answer.split()))


def check_losses(engine, torch, size):
    count = 10
    words = " ".join(map(str, size)) + f" {count}"
    *given, losses = engine.ask(f"numbers {words}\n", 4)
    others = torch.ask(f"losses {words} 1\n" + "".join(given))[0]
    for one, other in zip(map(float, losses.split()), map(float, others.split())):
        if abs(one - other) > 1e-4 * other:
            raise RuntimeError(f"{size}: the losses differ:\n{losses}{others}")


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    wanted = sys.argv[3:]
    engine = Peer([sys.argv[1]])
    command = [sys.executable, os.path.join(HERE, "torch_training.py")]
    torches = [Peer(command, openmp_blas()), Peer(command)]
    print(f"{'a step of training':24}{'L,V,d,heads,layers,batch':26}{'ratio':>7}{'least':>7}"
          f"{'limit':>7}{'PyTorch ms':>12}{'engine ms':>11}")
    for name, size, limit in ROWS:
        shape = ",".join(map(str, size))
        if wanted and not any(word in f"{name} {shape}" for word in wanted):
            continue
        for torch in torches:
            check_losses(engine, torch, size)
        count = 6 if size[0] > 32 else 60
        own, others = [], [[] for _ in range(4)]
        for _ in range(rounds):
            for n, times in enumerate(others):
                times.append(torches[n // 2].time(size, count, n % 2 + 1))
            own.append(engine.time(size, 4 * count))
        # Median and minimum time of each round.
        median, least = (lambda t: statistics.median(m for m, _ in t)), (lambda t: min(l for _, l in t))
        a, b = min(map(median, others)), median(own)
        ratio = a / b
        met = "" if limit is None else f"{limit:g}" + ("" if ratio >= limit else " !")
        print(f"{name:24}{shape:26}{ratio:7.2f}{min(map(least, others)) / least(own):7.2f}{met:>7}"
              f"{a / 1e3:12.4f}{b / 1e3:11.4f}", flush=True)


if __name__ == "__main__":
    main()
