"""Makes the golden cases of version 2 of networks: python3 make_networks.py FOLDER

A plain NumPy program in double precision, written from the papers and from the format's text, and from nothing of the
engine: what a file says is read here as a stranger would read it.
"""
import json
import math
import sys

import numpy as np

L, D, V, F = 5, 8, 6, 12


def norm(x, of):
    if of is None:
        return x
    if of["kind"] == "layer":
        x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(-1, keepdims=True) + of.get("epsilon", 1e-5))
    return x * np.asarray(of.get("gain", 1)) + np.asarray(of.get("shift", 0))


def act(name, a):
    if name == "gelu":
        return a * 0.5 * (1 + np.vectorize(math.erf)(a / math.sqrt(2)))
    if name == "gelu_tanh":
        return a * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a ** 3)))
    if name == "silu":
        return a / (1 + np.exp(-a))
    return np.maximum(a, 0)


def turn(rows, position):
    """RoPE in halves of the first r columns."""
    if position is None:
        return rows
    r, base = position.get("rotated", rows.shape[1]), position.get("base", 10000)
    out = rows.copy()
    for i in range(len(rows)):
        for j in range(r // 2):
            angle = i / base ** (2 * j / r)
            a, b = rows[i, j], rows[i, j + r // 2]
            out[i, j] = a * math.cos(angle) - b * math.sin(angle)
            out[i, j + r // 2] = a * math.sin(angle) + b * math.cos(angle)
    return out


def attend(a, x):
    seen = np.ones((L, L), bool)
    for mask in a.get("masks", []):
        for i in range(L):
            for j in range(L):
                seen[i, j] &= j <= i if mask["kind"] == "causal" else abs(i - j) <= mask["radius"]
    heads, score = [], a.get("score", {"kind": "scaled_dot"})
    for h in a["heads"]:
        own = a["heads"][h["keys_of"]] if "keys_of" in h else h
        q = x @ np.asarray(h["w_q"]) + np.asarray(h.get("b_q", 0))
        k = x @ np.asarray(own["w_k"]) + np.asarray(own.get("b_k", 0))
        v = x @ np.asarray(own["w_v"]) + np.asarray(own.get("b_v", 0))
        if "norm" in score:
            as_norm = {"kind": score["norm"], "epsilon": score.get("epsilon", 1e-6)}
            q = norm(q, as_norm) * np.asarray(h.get("g_q", 1))
            k = norm(k, as_norm) * np.asarray(own.get("g_k", 1))
        q, k = turn(q, a.get("position")), turn(k, a.get("position"))
        scores = q @ k.T * (score.get("scale", 1) if score["kind"] == "dot" else 1 / math.sqrt(q.shape[1]))
        if "cap" in score:
            scores = score["cap"] * np.tanh(scores / score["cap"])
        scores = np.where(seen, scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        heads.append({"q": q, "k": k, "v": v, "scores": scores, "weights": weights, "output": weights @ v})
    output = np.hstack([h["output"] for h in heads])
    c = a["combine"]
    output = output @ np.asarray(c["w_o"]) + np.asarray(c.get("b_o", 0))
    return heads, output


def mlp(m, x):
    hidden = act(m.get("activation", "relu"), x @ np.asarray(m["w_1"]) + np.asarray(m.get("b_1", 0)))
    if "w_3" in m:
        hidden = hidden * (x @ np.asarray(m["w_3"]) + np.asarray(m.get("b_3", 0)))
    return hidden @ np.asarray(m["w_2"]) + np.asarray(m.get("b_2", 0))


def run(net):
    e = np.asarray(net["embedding"])
    ids = [net["vocabulary"].index(t) for t in net["tokens"]]
    x = e[ids] * net.get("embedding_scale", 1)
    if "types" in net:
        x = x + np.asarray(net["types"]["table"])[net["types"].get("ids", [0] * L)]
    if "position" in net:
        x = x + np.asarray(net["position"]["table"])[:L]
    x = norm(x, net.get("norm_in"))
    result = {"format": "attentoscope/network-result", "version": 1, "backend": "eigen", "x": x, "blocks": []}
    for b in net["blocks"]:
        before = x
        place = b.get("norm_place", "pre")
        if b.get("parallel"):
            read = norm(x, b.get("attention_norm"))
            heads, attended = attend(b["attention"], read)
            x = before + attended + mlp(b["mlp"], norm(before, b["mlp_norm"]) if "mlp_norm" in b else read)
        else:
            heads, attended = attend(b["attention"], x if place == "post" else norm(x, b.get("attention_norm")))
            x = x + (norm(attended, b["attention_norm_after"]) if place == "both" else attended)
            if place == "post":
                x = norm(x, b.get("attention_norm"))
            out = mlp(b["mlp"], x if place == "post" else norm(x, b.get("mlp_norm")))
            x = x + (norm(out, b["mlp_norm_after"]) if place == "both" else out)
            if place == "post":
                x = norm(x, b.get("mlp_norm"))
        result["blocks"].append({"attention": {"heads": heads, "output": attended}, "x": x})
    x = norm(x, net.get("norm_out"))
    if "head" in net:
        h = net["head"]
        x = norm(act(h["activation"], x @ np.asarray(h["w"]) + np.asarray(h.get("b", 0))), h.get("norm"))
    logits = x @ np.asarray(net["unembedding"]) if "unembedding" in net else x @ e.T
    logits = logits + np.asarray(net.get("unembedding_bias", 0))
    if "logits_cap" in net:
        logits = net["logits_cap"] * np.tanh(logits / net["logits_cap"])
    return {**result, "logits": logits, "warnings": []}


class Made:
    """Random parts from a seed, as float32 holds them."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def array(self, *shape, spread=0.5, mean=0.0):
        return (mean + spread * self.random.normal(size=shape)).astype(np.float32).astype(float).tolist()

    def norm(self, kind, shift=True):
        made = {"kind": kind, "gain": self.array(D, spread=0.2, mean=1)}
        return {**made, "shift": self.array(D)} if shift and kind == "layer" else made

    def attention(self, heads, biases=False, groups=1, **more):
        dk = 4
        made = []
        for h in range(heads):
            head = {"w_q": self.array(D, dk)}
            if h % groups:
                head["keys_of"] = h - h % groups
            else:
                head.update(w_k=self.array(D, dk), w_v=self.array(D, dk))
            if biases:
                head["b_q"] = self.array(dk)
                if "keys_of" not in head:
                    head.update(b_k=self.array(dk), b_v=self.array(dk))
            made.append(head)
        combine = {"kind": "concat", "w_o": self.array(heads * dk, D)}
        if biases:
            combine["b_o"] = self.array(D)
        return {"heads": made, "combine": combine, **more}

    def mlp(self, activation, gated=False, biases=True):
        made = {"w_1": self.array(D, F), "w_2": self.array(F, D), "activation": activation}
        if biases:
            made.update(b_1=self.array(F), b_2=self.array(D))
        return {**made, "w_3": self.array(D, F)} if gated else made

    def network(self, **more):
        words = [chr(ord("a") + n) for n in range(V)]
        return {"format": "attentoscope/network", "version": 2, "vocabulary": words,
                "tokens": [words[n] for n in self.random.integers(V, size=L)], "embedding": self.array(V, D), **more}


def gemma(m):
    causal, window = {"kind": "causal"}, {"kind": "window", "radius": 1}
    blocks = []
    for n in range(2):
        score = {"kind": "dot", "scale": 0.25, "cap": 2, "norm": "rms"} if n else {"kind": "dot", "scale": 0.25, "cap": 2}
        a = m.attention(4, groups=2, score=score, masks=[causal] + [window] * (1 - n),
                        position={"kind": "rope", "layout": "halves", "base": 100.0 if n else 10000.0})
        if n:
            for head in a["heads"]:
                head["g_q"] = m.array(4, mean=1)
                if "keys_of" not in head:
                    head["g_k"] = m.array(4, mean=1)
        blocks.append({"attention": a, "mlp": m.mlp("gelu_tanh", gated=True, biases=False), "norm_place": "both",
                       **{f"{part}_norm{after}": m.norm("rms") for part in ("attention", "mlp") for after in ("", "_after")}})
    return m.network(embedding_scale=2.5, blocks=blocks, norm_out=m.norm("rms"), logits_cap=3)


def neox(m):
    blocks = [{"attention": m.attention(2, biases=True, masks=[{"kind": "causal"}],
                                        position={"kind": "rope", "layout": "halves", "rotated": 2}),
               "mlp": m.mlp("gelu"), "parallel": True, "attention_norm": m.norm("layer"), "mlp_norm": m.norm("layer")}
              for _ in range(2)]
    return m.network(blocks=blocks, norm_out=m.norm("layer"), unembedding=m.array(D, 7))


def phi(m):
    blocks = [{"attention": m.attention(2, biases=True, masks=[{"kind": "causal"}],
                                        position={"kind": "rope", "layout": "halves", "rotated": 2}),
               "mlp": m.mlp("gelu_tanh"), "parallel": True, "attention_norm": m.norm("layer")} for _ in range(2)]
    return m.network(blocks=blocks, norm_out=m.norm("layer"), unembedding=m.array(D, V), unembedding_bias=m.array(V))


def bert(m, ids=True):
    blocks = [{"attention": m.attention(2, biases=True), "mlp": m.mlp("gelu"), "norm_place": "post",
               "attention_norm": m.norm("layer"), "mlp_norm": m.norm("layer")} for _ in range(2)]
    types = {"table": m.array(2, D), **({"ids": [0, 0, 1, 1, 1]} if ids else {})}
    head = {"w": m.array(D, D), "b": m.array(D), "activation": "gelu", "norm": m.norm("layer")}
    return m.network(types=types, position={"kind": "learned", "table": m.array(L + 2, D)}, norm_in=m.norm("layer"),
                     blocks=blocks, head=head if ids else {"w": head["w"], "activation": "relu"},
                     unembedding_bias=m.array(V))


def plain(value):
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return None if isinstance(value, float) and math.isinf(value) else value


for n, (name, make) in enumerate({"net-gemma": gemma, "net-neox": neox, "net-phi": phi, "net-bert-head": bert,
                                  "net-bert-types": lambda m: bert(m, ids=False)}.items()):
    network = make(Made(n))
    for ending, content in (("attn-net.json", network), ("result.json", run(network))):
        with open(f"{sys.argv[1]}/{name}.{ending}", "w", encoding="utf-8") as file:
            json.dump(plain(content), file)
            file.write("\n")
