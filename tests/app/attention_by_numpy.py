"""Attention as shared/contract.md defines it, in NumPy's float64: what scene files mean, worked out
without the engine. It knows the kinds that the examples use; another one is a KeyError."""

import numpy as np


def sinusoidal(rows, width, base):
    """P[i, 2j] = sin(i / base^(2j / D)), P[i, 2j + 1] = cos of the same."""
    j = np.arange(width) // 2
    angles = np.arange(rows)[:, None] / base ** (2 * j / width)
    return np.where(np.arange(width) % 2 == 0, np.sin(angles), np.cos(angles))


def bits(rows, width):
    """P[i, j] = bit j of i, lowest first."""
    return (np.arange(rows)[:, None] >> np.arange(width) & 1).astype(float)


def encoding(position, rows, width):
    """scale · P, where the kind is added to embeddings."""
    scale = position.get("scale", 1)
    if position["kind"] == "sinusoidal":
        return scale * sinusoidal(rows, width, position.get("base", 10000))
    if position["kind"] == "binary":
        return scale * bits(rows, width)
    return scale * np.array(position["table"], float)[:rows]  # learned


def turned(x, base):
    """Each pair (2j, 2j + 1) of row i, turned by i / base^(2j / width)."""
    rows, width = x.shape
    angles = np.arange(rows)[:, None] / base ** (np.arange(0, width, 2) / width)
    even, odd = x[:, 0::2], x[:, 1::2]
    result = np.empty_like(x)
    result[:, 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    result[:, 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return result


def slopes(position, heads):
    return position.get("slopes", [2 ** (-8 * (h + 1) / heads) for h in range(heads)])


def distances(queries, keys):
    return np.abs(np.arange(queries)[:, None] - np.arange(keys))


def raw_scores(score, head, q, k):
    kind = score["kind"]
    if kind == "dot":
        return score.get("scale", 1) * q @ k.T
    if kind == "scaled_dot":
        return q @ k.T / np.sqrt(k.shape[1])
    if kind == "additive":
        v = np.array(head.get("v", np.ones(k.shape[1])), float)
        return np.tanh(q[:, None] + k[None]) @ v
    if kind == "gaussian":
        return -0.5 * head.get("width", 1) ** 2 * ((q[:, None] - k[None]) ** 2).sum(axis=2)
    raise KeyError(kind)


def masked(scores, masks):
    """The scores with -inf where some mask lets the key not be seen."""
    queries, keys = scores.shape
    for mask in masks:
        kind = mask["kind"]
        if kind == "causal":
            seen = np.arange(keys) <= np.arange(queries)[:, None]
        elif kind == "padding":
            seen = np.broadcast_to(mask["valid"], scores.shape)
        elif kind == "window":
            seen = distances(queries, keys) <= mask["radius"]
            if mask.get("sigma", 0) > 0:
                scores = scores - distances(queries, keys) ** 2 / (2 * mask["sigma"] ** 2)
        elif kind == "graph":
            seen = np.eye(queries, keys, dtype=bool) & mask.get("self_loops", True)
            for i, j in mask["edges"]:
                seen[i, j] = True
        else:
            raise KeyError(kind)
        scores = np.where(seen, scores, -np.inf)
    return scores


def entmax_row(x, alpha):
    """The root of Σ ((α − 1) x − τ)₊^(1 / (α − 1)) = 1, by bisection; sparsemax is α = 2."""
    x = (alpha - 1) * x
    low, high = x.max() - 1, x.max()
    for _ in range(200):
        middle = (low + high) / 2
        total = (np.maximum(x - middle, 0) ** (1 / (alpha - 1))).sum()
        low, high = (middle, high) if total >= 1 else (low, middle)
    weights = np.maximum(x - low, 0) ** (1 / (alpha - 1))
    return weights / weights.sum()


def normalized(normalizer, scores):
    x = scores / normalizer.get("temperature", 1)
    kind = normalizer["kind"]
    if kind == "softmax":
        weights = np.exp(x - x.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)
    return np.array([entmax_row(row, {"entmax15": 1.5, "sparsemax": 2}[kind]) for row in x])


class Scene:
    """A scene file with what is absent filled in; `changes` take the place of its own keys."""

    def __init__(self, scene, **changes):
        scene = scene | changes
        self.scene = scene
        self.tokens = scene["tokens"]
        self.embeddings = np.array(scene["embeddings"], float)
        queries = scene.get("queries") or {"tokens": self.tokens,
                                           "embeddings": scene["embeddings"]}
        self.query_tokens = queries["tokens"]
        self.query_embeddings = np.array(queries["embeddings"], float)
        self.has_queries = "queries" in scene
        self.heads = scene.get("heads", [{}])
        self.score = scene.get("score", {"kind": "scaled_dot"})
        self.normalizer = scene.get("normalizer", {"kind": "softmax"})
        self.position = scene.get("position", {"kind": "none"})
        self.masks = scene.get("masks", [])
        self.view = scene.get("view", {})
        assert "bias" not in scene, "no example has had one"

    def changed(self, **changes):
        return Scene(self.scene, **changes)

    def placed(self, x):
        """Embeddings with what their positions add."""
        if self.position["kind"] in ("none", "rope", "alibi"):
            return x
        return x + encoding(self.position, *x.shape)

    def head(self, h):
        """q, k, v, raw, scores, weights and output of head h."""
        head = self.heads[h]
        x, query_x = self.placed(self.embeddings), self.placed(self.query_embeddings)
        q, k, v = (m @ np.array(head[w], float) if w in head else m
                   for w, m in [("w_q", query_x), ("w_k", x),
                                ("w_v", np.array(self.scene.get("values", x), float))])
        if self.position["kind"] == "rope":
            q, k = (turned(m, self.position.get("base", 10000)) for m in (q, k))
        raw = scores = raw_scores(self.score, head, q, k)
        if self.position["kind"] == "alibi":
            scores = raw - slopes(self.position, len(self.heads))[h] * distances(*raw.shape)
        scores = masked(scores, self.masks)
        weights = normalized(self.normalizer, scores)
        return {"q": q, "k": k, "v": v, "raw": raw, "scores": scores, "weights": weights,
                "output": weights @ v}

    def counts(self):
        """Multiplications for each query, each key and each pair that is seen, and how many numbers
        are kept of a token: of all heads together. What counts is in engine/reference/cost.h."""
        assert self.scene["version"] == 1, "no example of version 2 is counted here"
        temperature = self.normalizer.get("temperature", 1)
        for_weights = {"softmax": 1, "sparsemax": 0, "entmax15": 2}[self.normalizer["kind"]]
        for_weights += temperature != 1
        if temperature in (0, "inf"):
            for_weights = 0
        per_query = per_key = per_pair = kept = 0
        for h, head in enumerate(self.heads):
            made = self.head(h)
            dk, dv = made["k"].shape[1], made["v"].shape[1]
            per_query += np.size(head.get("w_q", []))
            per_key += np.size(head.get("w_k", [])) + np.size(head.get("w_v", []))
            if self.position["kind"] == "rope":
                per_query += 2 * dk
                per_key += 2 * dk
            per_pair += {"dot": dk + (self.score.get("scale", 1) != 1),
                         "scaled_dot": dk + (dk != 1), "additive": dk * ("v" in head),
                         "gaussian": dk + 1}[self.score["kind"]]
            per_pair += for_weights + dv
            kept += dk + dv
        combine = self.scene.get("combine", {"kind": "concat"})
        assert combine["kind"] in ("concat", "projection", "none"), combine
        per_query += np.size(combine.get("w_o", [])) + sum(map(np.size, combine.get("w", [])))
        return per_query, per_key, per_pair, kept

    def keys_seen_by_place(self, queries, keys):
        """Of each query the first key that it sees and the one after the last, with as many tokens
        as these, by the masks that go by place."""
        i = np.arange(queries)
        low, high = np.zeros(queries, int), np.full(queries, keys)
        for mask in self.masks:
            if mask["kind"] == "causal":
                high = np.minimum(high, i + 1)
            elif mask["kind"] == "window":
                low = np.maximum(low, i - mask["radius"])
                high = np.minimum(high, i + mask["radius"] + 1)
        return low, high
