"""The engine in WebAssembly against the native one: compare_wasm.py ENGINE_PEER ENGINE_PEER.js [ROUNDS]

All kernels evaluate (8, 512, 64) on one thread, in turn, round after round; what counts is the median
of a round's ratios. $NODE may have options: "node --experimental-wasm-relaxed-simd".
"""

import os
import shlex
import statistics
import sys

from compare_engines import Peer

SIZE = (8, 512, 64)


def main():
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    node = shlex.split(os.environ.get("NODE", "node"))
    native, wasm = Peer([sys.argv[1]]), Peer([*node, sys.argv[2]])
    print(f"{'what':8}{'kernels':14}{'native':10}{'ratio':>8}{'wasm ms':>11}{'native ms':>11}")
    for what in ("attend", "full"):
        # An unknown name stands for the fastest, too.
        names = {wasm: ["wasm", "fastest"], native: ["fastest", "avx2", "plain"]}
        times = {(peer, name): [] for peer in names for name in names[peer]}
        wasm.time(what, SIZE, 1, "wasm")  # compiled, then optimised while it runs
        for _ in range(rounds):
            for peer, name in times:
                times[peer, name].append(peer.time(what, SIZE, 1, name) / 1e3)
        for own in names[wasm]:
            for other in names[native]:
                pairs = list(zip(times[wasm, own], times[native, other]))
                ratio = statistics.median(a / b for a, b in pairs)
                a, b = (statistics.median(each) for each in zip(*pairs))
                print(f"{what:8}{own:14}{other:10}{ratio:8.2f}{a:11.2f}{b:11.2f}", flush=True)


if __name__ == "__main__":
    main()
