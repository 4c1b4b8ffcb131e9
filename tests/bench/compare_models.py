"""The run of a model against PyTorch's: compare_models.py MODEL_PEER [ROUNDS]

A model of GPT-2's size (12 layers of 12 heads, 768 wide) with random weights, logits of the last token.
All are asked in turn, round after round, in one run: PyTorch with OpenBLAS on OpenMP threads and with
the system's other BLAS, with one thread and with two. A ratio is the median over the rounds of the
run's time to that of the fastest of these four, or to the run's own time of another kind.
"""

import os
import statistics
import sys

from compare_engines import openmp_blas
from compare_training import Peer

HERE = os.path.dirname(os.path.abspath(__file__))

LENGTHS = [(14, 5), (64, 5), (256, 3), (1024, 1)]  # with the times in a round
# Name, question, what it is divided by, limit.
OWN = [
    ("bfloat16, 14 tokens", ("run", "bfloat16", 14, 5), ("run", "float32", 14, 5), 1.2),
    ("bfloat16, 64 tokens", ("run", "bfloat16", 64, 5), ("run", "float32", 64, 5), 1.2),
    ("bfloat16, 256 tokens", ("run", "bfloat16", 256, 3), ("run", "float32", 256, 3), 1.2),
    ("a head off in layer 9, 64 tokens", ("head", "float32", 64, 6), ("run", "float32", 64, 5), 0.33),
    ("the last token changed, 256", ("token", "float32", 256, 5), ("run", "float32", 256, 3), 0.3),
    ("a token behind 256", ("next", "float32", 256, 5), ("read", "float32", 256, 5), 1.5),
    ("a token behind 256, bfloat16", ("next", "bfloat16", 256, 5), ("read", "bfloat16", 256, 5), 1.5),
]


def tell(name, ratios, limit, own, other):
    ratio = statistics.median(ratios)
    print(f"{name:36}{ratio:7.2f}{limit:7.2f}{' !' if ratio > limit else '  '}"
          f"{statistics.median(own) / 1e3:10.1f}{statistics.median(other) / 1e3:10.1f}", flush=True)


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    engine = Peer([sys.argv[1]])
    command = [sys.executable, os.path.join(HERE, "torch_models.py")]
    torches = [Peer(command, openmp_blas()), Peer(command)]
    print(f"{'a model of GPT-2 size':36}{'ratio':>7}{'limit':>7}{'ms':>12}{'other ms':>10}")
    for length, count in LENGTHS:
        ratios, own, other = [], [], []
        for _ in range(rounds):
            fastest = min(
                float(torch.ask(f"run float32 {length} {count} {threads}\n")[0].split()[0])
                for torch in torches for threads in (1, 2))
            own.append(float(engine.ask(f"run float32 {length} {count}\n")[0].split()[0]))
            other.append(fastest)
            ratios.append(own[-1] / fastest)
        tell(f"float32, {length} tokens, to PyTorch", ratios, 0.85, own, other)
    for name, question, base, limit in OWN:
        ratios, own, other = [], [], []
        for _ in range(rounds):
            for times, asked in ((own, question), (other, base)):
                words = " ".join(map(str, asked))
                times.append(float(engine.ask(words + "\n")[0].split()[0]))
            ratios.append(own[-1] / other[-1])
        tell(name, ratios, limit, own, other)


main()
