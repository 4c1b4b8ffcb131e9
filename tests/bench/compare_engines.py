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


LARGE = [(8, 1024, 64), (12, 512, 64), (16, 2048, 64)]
TOKENS = [(8, 512, 64), (8, 1024, 64), (8, 4096, 64)]


def rows(engine, strongest, plain):
    """(name, limit, sizes, time of the other, time of the engine): the bare operation goes from
    queries, keys and values to weights and outputs, as the others do; a whole evaluation goes from
    a scene to its trace, with scores and what else edits start from."""

    def asks(peer, what, **how):
        return lambda size: peer.time(what, size, **how)

    def sgemm(size):  # what as many products take at this machine's rate
        H, L, D = size
        return 4 * H * L * L * D / (2 * 4096**3) * strongest.time("sgemm", (1, 4096, 1))

    bare, whole = asks(engine, "attend"), asks(engine, "full")
    full = asks(strongest, "full")
    for size in LARGE:
        yield "plain expression", 5, size, asks(plain, "plain"), bare
        yield ".. by a whole evaluation", None, size, asks(plain, "plain"), whole
    for size in LARGE:
        yield "strongest", 1.7, size, full, bare
        yield ".. by a whole evaluation", None, size, full, whole
    for size, limit in ((8, 64, 64), 2.5), ((1, 6, 3), 25):
        yield "strongest", limit, size, full, bare
        yield ".. by a whole evaluation", None, size, full, whole
    for size in [(8, 1024, 64), (16, 2048, 64), (1, 4096, 64)]:
        yield "share of sgemm", 0.82, size, sgemm, bare
        yield ".. by a whole evaluation", None, size, sgemm, whole
    for size in [(12, 512, 64), (8, 1024, 64)]:
        yield "one thread by two", 1.9, size, asks(engine, "attend", threads=1), bare
        yield "strongest by plain x86-64", 0.55, size, full, asks(engine, "attend", variant="plain")
        yield "strongest by AVX2", None, size, full, asks(engine, "attend", variant="avx2")
    yield "plain reference", None, (8, 512, 64), asks(engine, "reference"), whole
    yield "NumPy", None, (8, 512, 64), asks(plain, "numpy"), bare
    for size in TOKENS:
        yield "temperature: rows' sums", 16, size, full, asks(engine, "sums")
        yield "temperature: weights, outputs", 2.7, size, full, asks(engine, "temperature")
    for size, limit in zip(TOKENS, (25, 60, 150)):
        yield "a token, weights later", limit, size, asks(strongest, "token"), asks(engine, "token")
        yield "a token, weights too", None, size, asks(strongest, "token"), asks(engine, "token_weights")
    for size in [(8, 64, 64)] + TOKENS:
        yield "a query", 7, size, asks(strongest, "query"), asks(engine, "query")
    # At least 1 where time grows no faster than L²: 64 times the shorter one's by the longer one's.
    yield ("growth from L = 512, by L^2", 1, (8, 4096, 64),
           lambda size: 64 * engine.time("full", (8, 512, 64)), whole)


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


if __name__ == "__main__":
    main()
