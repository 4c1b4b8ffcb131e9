"""Trains by PyTorch, for compare_training.py: answers the lines that train_peer.cpp does.

A question has one word more at its end, the threads. `losses` is followed by the three lines that
train_peer gave, and is answered by the losses that come of them. In the forms that are fastest: one
product for queries, keys and values, gradients set to none, Adam's step over all tensors at once
where that is faster.
"""

import math
import statistics
import sys
import time

import torch
import torch.nn.functional as F


class Net:
    def __init__(self, L, V, D, heads, layers, numbers=None):
        shapes = [(V, D), (L, D)]
        for _ in range(layers):
            shapes.append((D, 3 * D))
            if layers > 1:
                shapes.append((D, D))
        shapes += [(D, V), (V,)]
        self.heads, self.layers, self.L, self.D = heads, layers, L, D
        self.parameters, at = [], 0
        torch.manual_seed(1)
        for shape in shapes:
            count = math.prod(shape)
            if numbers is None:
                made = torch.randn(shape) / math.sqrt(D)
            else:
                made = torch.tensor(numbers[at : at + count]).reshape(shape)
            at += count
            self.parameters.append(made.requires_grad_())
        assert numbers is None or at == len(numbers)
        self.hidden = torch.triu(torch.full((L, L), -math.inf), 1) if layers > 1 else None

    def loss(self, tokens, targets):
        B, L, D, H = tokens.shape[0], self.L, self.D, self.heads
        p = iter(self.parameters)
        x = F.embedding(tokens, next(p)) + next(p)
        for _ in range(self.layers):
            qkv = x @ next(p)
            q, k, v = qkv.view(B, L, 3, H, D // H).permute(2, 0, 3, 1, 4)
            if H == 1:
                q, k, v = q.squeeze(1), k.squeeze(1), v.squeeze(1)
            scores = q @ k.transpose(-1, -2) * (1 / math.sqrt(D // H))
            if self.hidden is not None:
                scores = scores + self.hidden
            mixed = torch.softmax(scores, -1) @ v
            if H > 1:
                mixed = mixed.transpose(1, 2).reshape(B, L, D)
            x = x + mixed @ next(p) if self.layers > 1 else mixed
        weights, bias = p
        logits = torch.addmm(bias, x.reshape(B * L, D), weights)
        return F.cross_entropy(logits, targets)

    def steps(self, batches, foreach):
        adam = torch.optim.Adam(self.parameters, lr=0.01, foreach=foreach)
        while True:
            for tokens, targets in batches:
                adam.zero_grad(set_to_none=True)
                loss = self.loss(tokens, targets)
                loss.backward()
                adam.step()
                yield loss


def batches_of(tokens, targets, L, batch):
    tokens = torch.tensor(tokens).view(-1, batch, L)
    return list(zip(tokens, torch.tensor(targets).view(-1, batch * L)))


runs = {}


def timed(steps, count):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        next(steps)
        times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times), min(times)


for line in sys.stdin:
    what, *rest = line.split()
    L, V, D, heads, layers, batch, count, threads = map(int, rest)
    torch.set_num_threads(threads)
    if what == "losses":
        numbers, tokens, targets = (sys.stdin.readline().split() for _ in range(3))
        net = Net(L, V, D, heads, layers, list(map(float, numbers)))
        given = batches_of(list(map(int, tokens)), list(map(int, targets)), L, batch)
        steps = net.steps(given, False)
        print(*(next(steps).item() for _ in range(count)), flush=True)
        continue
    key = (L, V, D, heads, layers, batch)
    if key not in runs:
        runs.clear()
        tokens = torch.randint(V, (8 * batch, L)).tolist()
        given = batches_of(tokens, [row[::-1] for row in tokens], L, batch)
        runs[key] = [Net(L, V, D, heads, layers).steps(given, way) for way in (False, True)]
        for steps in runs[key]:
            timed(steps, 5)  # warms up
    print(*min(timed(steps, count) for steps in runs[key]), flush=True)
