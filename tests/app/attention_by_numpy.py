"""Attention as shared/contract.md defines it, in NumPy's float64: what scene files mean, worked out
without the engine. It knows what the examples use; another kind is a KeyError, another key an
AssertionError."""

import numpy as np


def plain_rates(position, width):
    """Of each pair of dimensions 2j and 2j + 1, by how much it turns from a place to the next."""
    return position.get("base", 10000) ** -(np.arange(0, width, 2) / width)


def rates(position, width):
    """The same, stretched as RoPE's scaling says."""
    plain = plain_rates(position, width)
    scaling = position.get("scaling")
    if scaling is None:
        return plain
    if scaling["kind"] == "linear":
        return plain / scaling["factor"]
    if scaling["kind"] == "ntk":
        base = position.get("base", 10000) * scaling["factor"] ** (width / (width - 2))
        return plain_rates({"base": base}, width)
    assert scaling["kind"] == "llama3", scaling
    turns = scaling["original"] * plain / (2 * np.pi)
    kept = np.clip((turns - scaling["low"]) / (scaling["high"] - scaling["low"]), 0, 1)
    return (1 - kept) * plain / scaling["factor"] + kept * plain


def sinusoidal(rows, width, rates, layout):
    """P[i, 2j] = sin(i · rate of j), P[i, 2j + 1] = cos of the same; of halves all sines are first."""
    angles = np.arange(rows)[:, None] * np.repeat(rates, 2)[:width]
    pairs = np.where(np.arange(width) % 2 == 0, np.sin(angles), np.cos(angles))
    return np.hstack([pairs[:, 0::2], pairs[:, 1::2]]) if layout == "halves" else pairs


def bits(rows, width):
    """P[i, j] = bit j of i, lowest first."""
    return (np.arange(rows)[:, None] >> np.arange(width) & 1).astype(float)


def encoding(position, rows, width):
    """scale · P, where the kind is added to embeddings."""
    scale = position.get("scale", 1)
    if position["kind"] == "sinusoidal":
        return scale * sinusoidal(rows, width, rates(position, width), position.get("layout"))
    if position["kind"] == "binary":
        return scale * bits(rows, width)
    return scale * np.array(position["table"], float)[:rows]  # learned


def turned(x, rates):
    """Each pair (2j, 2j + 1) of row i, turned by i · rate of j."""
    angles = np.arange(len(x))[:, None] * rates
    even, odd = x[:, 0::2], x[:, 1::2]
    result = np.empty_like(x)
    result[:, 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    result[:, 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return result


def slopes(position, heads):
    return position.get("slopes", [2 ** (-8 * (h + 1) / heads) for h in range(heads)])


def distances(queries, keys):
    return np.abs(np.arange(queries)[:, None] - np.arange(keys))


def t5_bucket(distance, buckets, furthest):
    """Of key minus query: half of the buckets for keys behind, half for those ahead; of each half
    the first half counts places, the rest their logarithms (Raffel et al. 2020)."""
    half = buckets // 2
    counted = half // 2
    n = abs(distance)
    if n >= counted:
        share = np.log(n / counted) / np.log(furthest / counted)
        n = min(counted + int(share * (half - counted)), half - 1)
    return n + (half if distance > 0 else 0)


def terms_by_distance(position, head, heads, queries, keys):
    """What a position that is added to scores adds; None: nothing."""
    if position["kind"] == "alibi":
        return -slopes(position, heads)[head] * distances(queries, keys)
    if position["kind"] == "t5":
        assert position.get("both", True)
        table = position["table"][head]
        return np.array([[table[t5_bucket(j - i, len(table), position.get("max_distance", 128))]
                          for j in range(keys)] for i in range(queries)], float)
    return None


def bent(x):
    """φ(x) of linear attention."""
    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))


def raw_scores(score, head, q, k):
    raw = uncapped_scores(score, head, q, k)
    return score["cap"] * np.tanh(raw / score["cap"]) if "cap" in score else raw


def normed(score, x):
    """Rows of queries or keys brought to one size."""
    if score.get("norm", "none") == "none":
        return x
    assert score["norm"] == "rms", score
    return x / np.sqrt((x ** 2).mean(axis=1, keepdims=True) + score.get("epsilon", 1e-6))


def uncapped_scores(score, head, q, k):
    kind = score["kind"]
    assert score.get("bend", "tanh") == "tanh", score
    if kind == "elu":
        return bent(q) @ bent(k).T
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
            assert "dilation" not in mask, mask
            seen = (distances(queries, keys) <= mask["radius"]) | (np.arange(keys) <
                                                                   mask.get("sinks", 0))
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
    """Rows of scores; with `over`, columns first."""
    assert "length" not in normalizer and "offset" not in normalizer, normalizer
    over = normalizer.get("over", "keys")
    if over == "keys":
        return normalized_rows(normalizer, scores)
    weights = normalized_rows(normalizer, scores.T).T
    if over == "queries":
        return weights
    sums = weights.sum(axis=1, keepdims=True)
    return np.divide(weights, sums, out=np.zeros_like(weights), where=sums != 0)


def normalized_rows(normalizer, scores):
    kind = normalizer["kind"]
    seen = np.isfinite(scores)
    if kind == "sum":
        scores = np.where(seen, scores, 0)
        sums = scores.sum(axis=1, keepdims=True)
        return np.divide(scores, sums, out=np.zeros_like(scores), where=sums != 0)
    if kind == "none":
        return np.where(seen, scores, 0)
    x = scores / normalizer.get("temperature", 1)
    if kind == "softmax":
        weights = np.exp(x - x.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)
    if kind == "sigmoid":
        return 1 / (1 + np.exp(-(x - np.log(x.shape[1]))))
    if kind == "relu":
        return np.maximum(x, 0) / seen.sum(axis=1, keepdims=True)
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
        if self.position["kind"] in ("none", "rope", "alibi", "t5"):
            return x
        return x + encoding(self.position, *x.shape)

    def owner(self, h):
        """The head whose keys and values head h has."""
        return self.heads[h].get("keys_of", h)

    def weights_of(self, head, h, q, k):
        """Raw scores, scores and weights of queries and keys."""
        q, k = (normed(self.score, m) for m in (q, k))
        if self.position["kind"] == "rope":
            q, k = (turned(m, rates(self.position, m.shape[1])) for m in (q, k))
        raw = raw_scores(self.score, head, q, k)
        term = terms_by_distance(self.position, h, len(self.heads), *raw.shape)
        scores = masked(raw if term is None else raw + term, self.masks)
        if "sink" in head:  # one more score, whose weight is nobody's
            sink = np.full((len(scores), 1), float(head["sink"]))
            return q, k, raw, scores, normalized(self.normalizer, np.hstack([scores, sink]))[:, :-1]
        return q, k, raw, scores, normalized(self.normalizer, scores)

    def head(self, h):
        """q, k, v, raw, scores, weights and output of head h."""
        head, owner = self.heads[h], self.heads[self.owner(h)]
        unknown = set(head) - {"w_q", "w_k", "w_v", "v", "width", "b_q", "keys_of", "subtract",
                               "sink"}
        assert not unknown, unknown
        x, query_x = self.placed(self.embeddings), self.placed(self.query_embeddings)
        values = np.array(self.scene.get("values", x), float)
        q, k, v = (m @ np.array(one[w], float) if w in one else m
                   for w, one, m in [("w_q", head, query_x), ("w_k", owner, x),
                                     ("w_v", owner, values)])
        q, k, raw, scores, weights = self.weights_of(head, h, q + np.array(head.get("b_q", 0)), k)
        if "subtract" in head:
            assert "sink" not in head
            other = head["subtract"]
            taken = self.weights_of(head, h, query_x @ np.array(other["w_q"], float),
                                    x @ np.array(other["w_k"], float))[-1]
            weights = weights - other["lambda"] * taken
        return {"q": q, "k": k, "v": v, "raw": raw, "scores": scores, "weights": weights,
                "output": weights @ v}

    def counts(self):
        """Multiplications for each query, each key and each pair that is seen, and how many numbers
        are kept of a token: of all heads together. What counts is in engine/reference/cost.h."""
        return self.counted(self.owner)

    def full_counts(self):
        """The same, where each head has keys and values of its own."""
        return self.counted(lambda h: h)

    def counted(self, owner):
        per_query = per_key = per_pair = kept = 0
        for h, head in enumerate(self.heads):
            made = self.head(h)
            dk, dv = made["k"].shape[1], made["v"].shape[1]
            turns = 2 * dk if self.position["kind"] == "rope" else 0
            per_query += np.size(head.get("w_q", [])) + turns
            if owner(h) == h:
                its = self.heads[self.owner(h)]
                per_key += np.size(its.get("w_k", [])) + np.size(its.get("w_v", [])) + turns
                kept += dk + dv
            per_pair += self.of_score(head, dk) + self.of_weight() + dv
            if "subtract" in head:
                other = head["subtract"]
                assert turns == 0
                per_query += np.size(other["w_q"])
                per_key += np.size(other["w_k"])
                kept += np.shape(other["w_k"])[1]
                per_pair += self.of_score(head, np.shape(other["w_k"])[1]) + self.of_weight() + 1
        combine = self.scene.get("combine", {"kind": "concat"})
        assert combine["kind"] in ("concat", "projection", "none"), combine
        per_query += np.size(combine.get("w_o", [])) + sum(map(np.size, combine.get("w", [])))
        return per_query, per_key, per_pair, kept

    def of_score(self, head, dk):
        return {"dot": dk + (self.score.get("scale", 1) != 1), "scaled_dot": dk + (dk != 1),
                "additive": dk * ("v" in head), "gaussian": dk + 1,
                "elu": dk}[self.score["kind"]] + 2 * ("cap" in self.score)

    def of_weight(self):
        kind, over = self.normalizer["kind"], self.normalizer.get("over", "keys")
        temperature = self.normalizer.get("temperature", 1)
        count = {"softmax": 1, "sparsemax": 0, "entmax15": 2, "sigmoid": 0, "relu": 1,
                 "sum": 1, "none": 0}[kind] + (temperature != 1)
        if temperature in (0, "inf"):
            count = 0
        return count + (over == "queries_then_keys")

    def depends_on_count(self):
        """Whether weights change where a key comes that nobody sees."""
        return self.normalizer["kind"] == "sigmoid" or self.normalizer.get("over", "keys") != "keys"

    def running_sums(self):
        """The counts of linear attention by its running sums; None where it has none. Keys add
        φ(k) v and φ(k) to them, queries take φ(q) times both and divide."""
        if self.normalizer["kind"] != "sum":
            return None
        assert self.score["kind"] == "elu" and self.position["kind"] == "none", "the only example"
        assert self.masks == [{"kind": "causal"}] and self.heads == [{}], "the only example"
        per_query, per_key, _, _ = self.counts()
        made = self.head(0)
        dk, dv = made["k"].shape[1], made["v"].shape[1]
        return per_query + dk * dv + dk + dv, per_key + dk * dv, 0, dk * dv + dk

    def seen_by_place(self, query, keys):
        """Which of so many keys a query sees, by the masks that go by place."""
        j = np.arange(keys)
        seen = np.ones(keys, bool)
        for mask in self.masks:
            if mask["kind"] == "causal":
                seen &= j <= query
            elif mask["kind"] == "window":
                seen &= (np.abs(j - query) <= mask["radius"]) | (j < mask.get("sinks", 0))
        return seen

    def pairs_by_place(self, queries, keys):
        """Number of pairs that the masks by place leave, counted query by query where there are any."""
        if not any(mask["kind"] in ("causal", "window") for mask in self.masks):
            return queries * keys
        return sum(self.seen_by_place(i, keys).sum() for i in range(queries))
