"""The engine against PyTorch and NumPy: compare_engines.py ENGINE_PEER [ROUNDS [ROW…]]

All are asked in turn, round after round, in one run; what counts is the median of a round's ratios,
since other programs may slow all of them down together. float32, weights and scores kept.
"strongest" is PyTorch with nothing allocated and OpenBLAS on OpenMP threads.
"""

import glob
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
THREADS = 2


class Peer:
    def __init__(self, command, environment=()):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **dict(environment)})

    def time(self, what, size, threads=THREADS, variant="fastest"):
        H, L, D = size
        work = H * L * L * (D + 40)
        runs = 1 if what in ("reference", "sgemm") else max(3, min(300, int(2e8 / work)))
        question = f"{what} {H} {L} {D} {threads} {variant} {runs}\n"
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise RuntimeError("no answer to " + question)
        time.sleep(0.02)  # threads that wait for more work go to sleep
        return float(answer)


def openmp_blas():
    """Where OpenBLAS with OpenMP is, if it is: PyTorch's threads and its own are then the same."""
    found = glob.glob("/usr/lib/*/openblas-openmp")
    return {"LD_LIBRARY_PATH": found[0]} if found else {}


def rows(engine, strongest, plain):
    """(name, limit, sizes, time of the other, time of the engine, unit of the ratio)"""
    large = [(8, 1024, 64), (12, 512, 64), (16, 2048, 64)]
    tokens = [(8, 512, 64), (8, 1024, 64), (8, 4096, 64)]
    for size in large:
        yield "plain expression", 5, size, lambda s: plain.time("plain", s), lambda s: engine.time("full", s)
    for size in large:
        yield "strongest", 1.7, size, lambda s: strongest.time("full", s), lambda s: engine.time("full", s)
    yield "strongest", 2.5, (8, 64, 64), lambda s: strongest.time("full", s), lambda s: engine.time("full", s)
    yield "strongest", 25, (1, 6, 3), lambda s: strongest.time("full", s), lambda s: engine.time("full", s)
    for size in [(8, 1024, 64), (16, 2048, 64), (1, 4096, 64)]:
        H, L, D = size
        share = 4 * H * L * L * D / (2 * 4096**3)
        yield ("share of sgemm", 0.82, size,
               lambda s, share=share: share * strongest.time("sgemm", (1, 4096, 1)),
               lambda s: engine.time("full", s))
    for size in [(12, 512, 64), (8, 1024, 64)]:
        yield ("one thread by two", 1.9, size, lambda s: engine.time("full", s, 1),
               lambda s: engine.time("full", s))
        yield ("strongest by plain x86-64", 0.55, size, lambda s: strongest.time("full", s),
               lambda s: engine.time("full", s, variant="plain"))
    yield "plain reference", None, (8, 512, 64), lambda s: engine.time("reference", s), lambda s: engine.time("full", s)
    yield "NumPy", None, (8, 512, 64), lambda s: plain.time("numpy", s), lambda s: engine.time("full", s)
    for size in tokens:
        yield "temperature: rows' sums", 16, size, lambda s: strongest.time("full", s), lambda s: engine.time("sums", s)
        yield "temperature: weights, outputs", 2.7, size, lambda s: strongest.time("full", s), lambda s: engine.time("temperature", s)
    for size, limit in zip(tokens, (25, 60, 150)):
        yield "a token, weights later", limit, size, lambda s: strongest.time("token", s), lambda s: engine.time("token", s)
        yield "a token, weights too", None, size, lambda s: strongest.time("token", s), lambda s: engine.time("token_weights", s)
    for size in [(8, 64, 64)] + tokens:
        yield "a query", 7, size, lambda s: strongest.time("query", s), lambda s: engine.time("query", s)


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    wanted = sys.argv[3:]
    engine = Peer([sys.argv[1]])
    torch = [sys.executable, os.path.join(HERE, "torch_peer.py")]
    strongest, plain = Peer(torch, openmp_blas()), Peer(torch)
    print(f"{'against':32}{'H,L,d':14}{'ratio':>8}{'limit':>7}{'other ms':>11}{'engine ms':>11}")
    for name, limit, size, other, own in rows(engine, strongest, plain):
        if wanted and not any(word in name for word in wanted):
            continue
        pairs = [(other(size), own(size)) for _ in range(rounds)]
        ratio = statistics.median(a / b for a, b in pairs)
        a, b = (statistics.median(times) / 1e3 for times in zip(*pairs))
        met = "" if limit is None else f"{limit:g}" + ("" if ratio >= limit else " !")
        shape = ",".join(map(str, size))
        print(f"{name:32}{shape:14}{ratio:8.2f}{met:>7}{a:11.4f}{b:11.4f}", flush=True)


main()
