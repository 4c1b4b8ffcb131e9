"""Runs a model of GPT-2's size by PyTorch, for compare_models.py: answers "run TYPE L COUNT THREADS".

The forms that are fastest: weights as PyTorch's linear layers have them, one product for queries, keys
and values, attention by scaled_dot_product_attention where PyTorch has it, logits of the last token.
"""

import statistics
import sys
import time

import torch
import torch.nn.functional as F

D, H, B, V = 768, 12, 12, 50257


def weights(*shape):
    return torch.randn(shape) * 0.02


class Model:
    def __init__(self):
        torch.manual_seed(1)
        self.words, self.places = weights(V, D), weights(1200, D)
        self.layers = [[weights(3 * D, D), weights(3 * D), weights(D, D), weights(D),
                        weights(4 * D, D), weights(4 * D), weights(D, 4 * D), weights(D)]
                       for _ in range(B)]
        self.ones, self.zeros = torch.ones(D), torch.zeros(D)

    def norm(self, x):
        return F.layer_norm(x, (D,), self.ones, self.zeros)

    def attend(self, q, k, v):
        if hasattr(F, "scaled_dot_product_attention"):
            return F.scaled_dot_product_attention(q, k, v, is_causal=True)
        L = q.shape[1]
        scores = torch.baddbmm(self.hidden(L), q, k.transpose(1, 2), alpha=(D // H) ** -0.5)
        return torch.bmm(torch.softmax(scores, -1), v)

    def hidden(self, L):
        return torch.triu(torch.full((L, L), float("-inf")), 1).expand(H, L, L)

    def run(self, ids):
        L = ids.shape[0]
        x = self.words[ids] + self.places[:L]
        for qkv, b_qkv, o, b_o, w_1, b_1, w_2, b_2 in self.layers:
            q, k, v = F.linear(self.norm(x), qkv, b_qkv).view(L, 3, H, D // H).permute(1, 2, 0, 3)
            heads = self.attend(q, k, v).transpose(0, 1).reshape(L, D)
            x = x + F.linear(heads, o, b_o)
            inner = F.linear(self.norm(x), w_1, b_1)
            x = x + F.linear(F.gelu(inner, approximate="tanh"), w_2, b_2)
        return F.linear(self.norm(x[-1]), self.words)


def main():
    model = Model()
    with torch.inference_mode():
        for line in sys.stdin:
            _, _, L, count, threads = line.split()
            torch.set_num_threads(int(threads))
            ids = torch.arange(int(L)) * 7919 % V
            times = []
            model.run(ids)
            for _ in range(int(count)):
                begin = time.perf_counter()
                model.run(ids)
                times.append((time.perf_counter() - begin) * 1e6)
            print(statistics.median(times), min(times), flush=True)


main()
