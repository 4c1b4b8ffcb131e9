"""The heatmap that a plotting script would draw of attention weights: what `export` is timed against.

matplotlib_figure.py weights|embeddings FILE.npy OUT WIDTH HEIGHT [numbers]

Weights are drawn as they are, those of several heads beside one another; of embeddings the scaled
dot product's are computed first.
"""
import sys

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np

given, given_file, out, width, height = sys.argv[1:6]
numbers = sys.argv[6:] == ["numbers"]
weights = np.load(given_file)
if given == "embeddings":
    scores = weights @ weights.T / np.float32(np.sqrt(weights.shape[1]))
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    weights = scores
count = weights.shape[-1]
tokens = ["t%d" % i for i in range(count)]
dpi = 96
size = (int(width) / dpi, int(height) / dpi)
title = "Attention of %d tokens" % count
if numbers:
    import seaborn

    fig, ax = plt.subplots(figsize=size, dpi=dpi)
    seaborn.heatmap(weights, cmap="viridis", vmin=0, vmax=1, annot=True, fmt=".2f",
                    annot_kws={"fontsize": 5}, xticklabels=tokens, yticklabels=tokens, ax=ax)
elif weights.ndim == 3:
    columns = 4
    fig, axes = plt.subplots(-(-len(weights) // columns), columns, figsize=size, dpi=dpi,
                             sharex=True, sharey=True)
    shown = range(0, count, max(1, count // 16))
    for head, one in enumerate(axes.flat):
        image = one.imshow(weights[head], cmap="viridis", vmin=0, vmax=1)
        one.set_title("head %d" % head)
        one.set_xticks(shown, [tokens[i] for i in shown], rotation=90, fontsize=6)
        one.set_yticks(shown, [tokens[i] for i in shown], fontsize=6)
    fig.colorbar(image, ax=axes, label="weight")
    ax = axes[-1, 0]
    fig.suptitle(title)
else:
    fig, ax = plt.subplots(figsize=size, dpi=dpi)
    image = ax.imshow(weights, cmap="viridis", vmin=0, vmax=1)
    shown = range(0, count, max(1, count // 50))
    ax.set_xticks(shown, [tokens[i] for i in shown], rotation=90, fontsize=6)
    ax.set_yticks(shown, [tokens[i] for i in shown], fontsize=6)
    fig.colorbar(image, label="weight")
ax.set_xlabel("keys")
ax.set_ylabel("queries")
if weights.ndim == 2:
    ax.set_title(title)
fig.savefig(out)
