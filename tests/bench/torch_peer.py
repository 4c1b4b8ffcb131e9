"""Times PyTorch's and NumPy's ways to the same, for compare_engines.py.

A line "WHAT H L D THREADS VARIANT RUNS" is answered by the median in microseconds.
"""

import math
import statistics
import sys
import time

import numpy
import torch

subjects = {}


def median(run, runs):
    """What takes less than the clock's own time counts is run several times between two looks."""

    def time_of(repeats):
        start = time.perf_counter()
        for _ in range(repeats):
            run()
        return (time.perf_counter() - start) * 1e6 / repeats

    time_of(1)  # warms up
    repeats = max(1, int(20 / time_of(1)))
    return statistics.median(time_of(repeats) for _ in range(runs))


def make(what, H, L, D):
    """A function that does `what` once."""
    torch.manual_seed(1)
    scale = 1 / math.sqrt(D)
    q, k, v = (torch.randn(H, L, D) for _ in range(3))
    keys = k.transpose(1, 2)
    scores, weights = torch.empty(H, L, L), torch.empty(H, L, L)
    output = torch.empty(H, L, D)
    if what == "plain":

        def run():
            w = torch.softmax(q @ keys / math.sqrt(D), -1)
            return w, w @ v

    elif what == "full":  # nothing is allocated
        scores = None

        def run():
            torch.baddbmm(weights, q, keys, beta=0, alpha=scale, out=weights)
            torch._softmax(weights, -1, False, out=weights)
            torch.bmm(weights, v, out=output)

    elif what == "numpy":
        a, b, c = q.numpy(), keys.numpy(), v.numpy()

        def run():
            s = a @ b * numpy.float32(scale)
            s -= s.max(-1, keepdims=True)
            numpy.exp(s, out=s)
            s /= s.sum(-1, keepdims=True)
            return s, s @ c

    elif what == "temperature":  # from scores that are kept
        torch.baddbmm(scores, q, keys, beta=0, alpha=scale, out=scores)

        def run():
            torch.mul(scores, 0.9, out=weights)
            torch._softmax(weights, -1, False, out=weights)
            torch.bmm(weights, v, out=output)

    elif what == "token":  # the row and the column of scores; then weights and outputs
        x = torch.randn(L, D)
        w_q, w_k, w_v = (torch.randn(H, D, D) * scale for _ in range(3))
        torch.baddbmm(scores, q, keys, beta=0, alpha=scale, out=scores)
        i = L // 2

        def run():
            x[i, 0] += 0.001
            row = x[i].expand(H, 1, D)
            q[:, i : i + 1] = row @ w_q
            k[:, i : i + 1] = row @ w_k
            v[:, i : i + 1] = row @ w_v
            scores[:, i : i + 1] = q[:, i : i + 1] @ keys * scale
            scores[:, :, i : i + 1] = q @ keys[:, :, i : i + 1] * scale
            torch._softmax(scores, -1, False, out=weights)
            torch.bmm(weights, v, out=output)

    elif what == "query":
        x = torch.randn(L, D)
        w_q = torch.randn(H, D, D) * scale
        torch.baddbmm(scores, q, keys, beta=0, alpha=scale, out=scores)
        i = L // 2

        def run():
            x[i, 0] += 0.001
            q[:, i : i + 1] = x[i].expand(H, 1, D) @ w_q
            scores[:, i : i + 1] = q[:, i : i + 1] @ keys * scale
            weights[:, i : i + 1] = torch.softmax(scores[:, i : i + 1], -1)
            output[:, i : i + 1] = weights[:, i : i + 1] @ v

    elif what == "sgemm":
        a, b, c = (torch.randn(L, L) for _ in range(3))

        def run():
            torch.mm(a, b, out=c)

    return run


for line in sys.stdin:
    what, H, L, D, threads, _, runs = line.split()
    torch.set_num_threads(int(threads))
    key = (what, H, L, D)
    if key not in subjects:
        if len(subjects) > 3:
            subjects.clear()
        subjects[key] = make(what, int(H), int(L), int(D))
    print(median(subjects[key], int(runs)), flush=True)
