"""Writes small random models as Hugging Face's library does, with the results that they must have:

    python3 make_models.py FOLDER        (FOLDER is tests/model; replaces models/ and long/ in it)

The results are computed here in float64, from the equations of the papers and of the library's eager
attention, and not by any code of this project. Each case is a folder with config.json, weights, and
expected.safetensors: `ids` (L), `hidden` (B + 1, L, D: what the first block reads, then x after each
block), `final` (L x D: after the last norm), `attentions` (B, H, L, L: the weights after softmax),
`logits` (L x V) where the model has any.

Some have changes.json, too: `ids`, `from` (the ids of another text) and `cases`, each with a `name`, the
`changes` as objects, and the same as `options` of the command line (without --from). Its results are in
changes.safetensors: `NAME/logits` (L x V), and of a change to one head's weights those, `NAME/weights`
(L x L). The other text is computed without changes. weights.npy (L x L) is a change's file; its row of NaN
leaves the model's own. The case `mean` has the `texts` (lists of ids) whose places but the first of each
are averaged, and no `options`; `mean/output` (1 x dv) is the average.

generated.json has `ids`, and `generated`: the likeliest token after them, then the likeliest after both, and
so on, each with its `logit` and its `p`.

A case in long/ reads 200 tokens, and its expected.safetensors has less: `ids`, `hidden` (L x D: after the
last block), `attentions` (B, H, L: of the last query), `logits` (1 x V: of the last token).
"""

import io
import json
import math
import pathlib
import pickle
import shutil
import struct
import sys
import types
import zipfile

import numpy as np

L = 11  # tokens; longer than the windows


# ---- Files ------------------------------------------------------------------------------------------

def as_bfloat16(numbers):
    """The bytes of the nearest bfloat16, ties to even."""
    bits = np.ascontiguousarray(numbers, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def rounded(numbers, dtype):
    """The numbers as they will be read from a file of this type."""
    if dtype == "BF16":
        return (as_bfloat16(numbers).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return numbers.astype({"F32": np.float32, "F16": np.float16}[dtype]).astype(np.float64)


def encoded(numbers, dtype):
    if dtype == "BF16":
        return as_bfloat16(numbers).tobytes()
    kinds = {"F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "u1", "BOOL": "u1"}
    return np.ascontiguousarray(numbers).astype(kinds[dtype]).tobytes()


def write_safetensors(path, tensors):
    """`tensors`: name → (numbers, type)."""
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, (numbers, dtype) in tensors.items():
        piece = encoded(numbers, dtype)
        header[name] = {"dtype": dtype, "shape": list(np.shape(numbers)),
                        "data_offsets": [len(data), len(data) + len(piece)]}
        data += piece
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_bin(path, tensors):
    """As torch.save does: a ZIP of a pickle and the bytes of each tensor."""
    from collections import OrderedDict
    torch = types.ModuleType("torch")
    utils = types.ModuleType("torch._utils")

    class FloatStorage:
        pass
    FloatStorage.__module__, FloatStorage.__qualname__ = "torch", "FloatStorage"

    def _rebuild_tensor_v2():
        pass
    _rebuild_tensor_v2.__module__, _rebuild_tensor_v2.__qualname__ = "torch._utils", "_rebuild_tensor_v2"
    torch.FloatStorage, utils._rebuild_tensor_v2, torch._utils = FloatStorage, _rebuild_tensor_v2, utils
    sys.modules["torch"], sys.modules["torch._utils"] = torch, utils

    class Storage:
        def __init__(self, key, count):
            self.key, self.count = key, count

    class Saved:
        def __init__(self, key, shape):
            self.key, self.shape = key, shape

        def __reduce__(self):
            strides, step = [], 1
            for axis in reversed(self.shape):
                strides.insert(0, step)
                step *= axis
            return _rebuild_tensor_v2, (Storage(self.key, step), 0, tuple(self.shape), tuple(strides),
                                        False, OrderedDict())

    class Pickler(pickle.Pickler):
        def persistent_id(self, one):
            if isinstance(one, Storage):
                return ("storage", FloatStorage, one.key, "cpu", one.count)
            return None

    state, out = OrderedDict(), io.BytesIO()
    for n, (name, (numbers, _)) in enumerate(tensors.items()):
        state[name] = Saved(str(n), np.shape(numbers))
    Pickler(out, protocol=2).dump(state)
    stamp = (1980, 1, 1, 0, 0, 0)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("archive/data.pkl", stamp), out.getvalue())
        for n, (numbers, _) in enumerate(tensors.values()):
            archive.writestr(zipfile.ZipInfo(f"archive/data/{n}", stamp), encoded(numbers, "F32"))
        archive.writestr(zipfile.ZipInfo("archive/version", stamp), "3\n")


# ---- Equations --------------------------------------------------------------------------------------

def layer_norm(x, gain, shift, epsilon):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + epsilon) * gain + shift


def rms_norm(x, gain, epsilon):
    return x / np.sqrt((x ** 2).mean(-1, keepdims=True) + epsilon) * gain


def gelu(x):
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


ACTIVATIONS = {"gelu": gelu, "gelu_new": gelu_tanh, "gelu_pytorch_tanh": gelu_tanh,
               "relu": lambda x: np.maximum(x, 0), "silu": lambda x: x / (1 + np.exp(-x))}


def softmax(scores, seen, temperature=1):
    """Weights of the keys that each query sees; 0 where it sees none."""
    if temperature == 0:  # the largest share everything
        ordered = np.sort(np.where(seen, scores, -np.inf), -1)
        assert not np.any(ordered[:, -1] - ordered[:, -2] < 1e-3), "float32 may find another largest score"
        seen = seen & (scores == ordered[:, -1:])
    if temperature in (0, math.inf):
        scores, temperature = np.zeros_like(scores), 1
    scores = np.where(seen, scores / temperature, -np.inf)
    largest = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = e.sum(-1, keepdims=True)
    return e / np.where(total > 0, total, 1)


def keys_seen(mask, own, causal):
    """Keys that queries see by a change's mask. It replaces the model's `own`, but for `not`."""
    i, j = np.arange(len(own))[:, None], np.arange(len(own))[None]
    kind, _, number = mask.partition(":")
    number = int(number or 0)
    return {"causal": j <= i, "none": np.ones_like(own), "previous": j == i - 1, "itself": j == i,
            "window": (abs(i - j) <= number) & ((j <= i) | (not causal)), "not": own & (j != number)}[kind]


def inverse_frequencies(width, rope):
    """`rope`: theta, and the scaling as the library's config has it."""
    rates = rope["rope_theta"] ** -(np.arange(0, width, 2) / width)
    kind = rope.get("rope_type", rope.get("type", "default"))
    if kind == "linear":
        return rates / rope["factor"]
    if kind == "llama3":
        scaled = []
        for rate in rates:
            wavelength = 2 * math.pi / rate
            old, factor = rope["original_max_position_embeddings"], rope["factor"]
            low, high = rope["low_freq_factor"], rope["high_freq_factor"]
            if wavelength < old / high:
                scaled.append(rate)
            elif wavelength > old / low:
                scaled.append(rate / factor)
            else:
                smooth = (old / wavelength - low) / (high - low)
                scaled.append((1 - smooth) * rate / factor + smooth * rate)
        return np.array(scaled)
    return rates


def rotate(x, rates):
    """x: L x width; the first 2 · len(rates) columns turn, (j, j + r/2) together."""
    half = len(rates)
    angles = np.arange(len(x))[:, None] * rates[None]
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[:, :half], x[:, half:2 * half]
    return np.concatenate([a * cos - b * sin, b * cos + a * sin, x[:, 2 * half:]], -1)


class Run:
    """One computation of a model: reads `ids`, gets states and heads in their order, and keeps them.

    `changes` are as in changes.json, `other` is the run of the other text, `given` has files and the mean.
    """

    def __init__(self, ids, changes=(), other=None, given=None):
        self.ids, self.changes, self.other, self.given = ids, changes, other, given or {}
        self.hidden, self.attentions, self.outputs, self.written = [], [], [], []
        self.final = None

    def state(self, x):
        """x before the next block, or after the last."""
        for change in self.changes:
            if change["kind"] == "patch" and change["block"] == len(self.hidden):
                x = x.copy()
                x[change["token"]] = self.other.hidden[change["block"]][change["from"]]
        self.hidden.append(x)
        return x

    def inputs(self, x, project):
        """q, k and v of the next layer, as project(x) makes them of the states; for inputs of heads into
        which links are cut, of the states without what was written over these links."""
        made = project(x)
        states = {}
        for change in self.changes:
            if change["kind"] != "cut" or change["layer"] != len(self.attentions):
                continue
            which = ("query", "key", "value") if change["input"] == "all" else (change["input"],)
            for one in which:
                at = change["head"] if one == "query" else change["head"] // (len(made[0]) // len(made[1]))
                states[one, at] = states.get((one, at), x) - self.written[change["from"][0]][change["from"][1]]
        for (one, at), cut_state in states.items():
            n = ("query", "key", "value").index(one)
            made[n][at] = project(cut_state)[n][at]
        return made

    def writes(self, matrix, scale=1):
        """What each head of the last layer wrote, through its rows of W_O ([in, out])."""
        pieces = np.split(matrix, len(self.outputs[-1]))
        self.written.append([out @ piece * scale for out, piece in zip(self.outputs[-1], pieces)])

    def head(self, h, scores, seen, causal, v):
        """Weights and output of head h of the next layer, changed as asked."""
        temperature, given, mean, gain = 1, None, None, 1
        for change in self.changes:
            if change.get("layer") != len(self.attentions) or change.get("head", h) != h:
                continue
            if change["kind"] == "off":
                gain = 0
            elif change["kind"] == "temperature":
                temperature = float(change["value"])
            elif change["kind"] == "mask":
                seen = keys_seen(change["mask"], seen, causal)
            elif change["kind"] == "weights":
                given = self.given[change["file"]]
            elif change["kind"] == "mean":
                mean = self.given["mean"]
        weights = softmax(scores, seen, temperature)
        if given is not None:
            weights = np.where(np.isnan(given), weights, given)
        out = gain * (weights @ v)
        return weights, out if mean is None else np.broadcast_to(mean, out.shape)

    def attend(self, q, k, v, scale, causal=True, window=None, cap=None):
        """The next layer's heads. q may have more than k and v, and then shares them in order."""
        n = len(q[0])
        i, j = np.arange(n)[:, None], np.arange(n)[None]
        seen = np.ones((n, n), bool)
        if causal:
            seen &= j <= i
        if window:
            seen &= i - j < window
        heads = []
        for h, query in enumerate(q):
            group = h // (len(q) // len(k))
            scores = query @ k[group].T * scale
            if cap:
                scores = cap * np.tanh(scores / cap)
            heads.append(self.head(h, scores, seen, causal, v[group]))
        self.attentions.append([weights for weights, _ in heads])
        self.outputs.append([out for _, out in heads])
        return np.concatenate(self.outputs[-1], -1)


def cut(x, heads):
    return np.split(x, heads, -1)


class Weights:
    """Random weights by name, and the linear layers and norms that use them."""

    def __init__(self, seed, dtype, spread=0.4):
        self.random, self.dtype, self.spread, self.named = np.random.default_rng(seed), dtype, spread, {}

    def get(self, name, *shape, around=0.0, spread=None):
        if name not in self.named:
            spread = self.spread if spread is None else spread
            self.named[name] = rounded(around + spread * self.random.standard_normal(shape), self.dtype)
        return self.named[name]

    def linear(self, name, x, outputs, bias=True):
        y = x @ self.get(name + ".weight", outputs, x.shape[-1]).T
        return y + self.get(name + ".bias", outputs, spread=0.2) if bias else y

    def conv1d(self, name, x, outputs):
        return x @ self.get(name + ".weight", x.shape[-1], outputs) + \
            self.get(name + ".bias", outputs, spread=0.2)

    def layer_norm(self, name, x, epsilon):
        return layer_norm(x, self.get(name + ".weight", x.shape[-1], around=1, spread=0.2),
                          self.get(name + ".bias", x.shape[-1], spread=0.2), epsilon)

    def rms_norm(self, name, x, epsilon, one=0):
        gain = self.get(name + ".weight", x.shape[-1], around=1 - one, spread=0.2)
        return rms_norm(x, gain + one, epsilon)


# Each returns the logits (or None), with weights by the library's names without the prefix of the body.

def gpt2(c, w, run):
    d, heads, epsilon = c["n_embd"], c["n_head"], c["layer_norm_epsilon"]
    act = ACTIVATIONS[c["activation_function"]]
    table = w.get("wte.weight", c["vocab_size"], d)
    x = table[run.ids] + w.get("wpe.weight", c["n_positions"], d)[:len(run.ids)]
    x = run.state(x)
    scale = (d // heads) ** -0.5 if c.get("scale_attn_weights", True) else 1.0
    for n in range(c["n_layer"]):
        def project(x):
            y = w.layer_norm(f"h.{n}.ln_1", x, epsilon)
            return [cut(one, heads) for one in np.split(w.conv1d(f"h.{n}.attn.c_attn", y, 3 * d), 3, -1)]
        a = run.attend(*run.inputs(x, project), scale)
        x = x + w.conv1d(f"h.{n}.attn.c_proj", a, d)
        run.writes(w.named[f"h.{n}.attn.c_proj.weight"])
        y = w.layer_norm(f"h.{n}.ln_2", x, epsilon)
        y = act(w.conv1d(f"h.{n}.mlp.c_fc", y, c.get("n_inner") or 4 * d))
        x = x + w.conv1d(f"h.{n}.mlp.c_proj", y, d)
        x = run.state(x)
    run.final = w.layer_norm("ln_f", x, epsilon)
    return run.final @ table.T


def gpt_neo(c, w, run):
    d, heads, epsilon = c["hidden_size"], c["num_heads"], c["layer_norm_epsilon"]
    kinds = [kind for period, count in c["attention_types"] for kind in period * count]
    table = w.get("wte.weight", c["vocab_size"], d)
    x = table[run.ids] + w.get("wpe.weight", c["max_position_embeddings"], d)[:len(run.ids)]
    x = run.state(x)
    for n in range(c["num_layers"]):
        y = w.layer_norm(f"h.{n}.ln_1", x, epsilon)
        q, k, v = (cut(w.linear(f"h.{n}.attn.attention.{p}_proj", y, d, bias=False), heads) for p in "qkv")
        a = run.attend(q, k, v, 1.0, window=c["window_size"] if kinds[n] == "local" else None)
        x = x + w.linear(f"h.{n}.attn.attention.out_proj", a, d)
        y = w.layer_norm(f"h.{n}.ln_2", x, epsilon)
        y = gelu_tanh(w.linear(f"h.{n}.mlp.c_fc", y, c.get("intermediate_size") or 4 * d))
        x = x + w.linear(f"h.{n}.mlp.c_proj", y, d)
        x = run.state(x)
    run.final = w.layer_norm("ln_f", x, epsilon)
    return run.final @ table.T


def rope_of(c, local=False):
    """Theta and scaling from a config of either version."""
    new = c.get("rope_parameters")
    if new and "full_attention" in new:
        new = new["sliding_attention" if local else "full_attention"]
    if new:
        return new
    if local and "rope_local_base_freq" in c:
        return {"rope_theta": c["rope_local_base_freq"]}
    return {"rope_theta": c.get("rope_theta", c.get("rotary_emb_base", 10000.0)),
            **(c.get("rope_scaling") or {})}


def gpt_neox(c, w, run):
    d, heads, epsilon = c["hidden_size"], c["num_attention_heads"], c["layer_norm_eps"]
    width, rope = d // heads, rope_of(c)
    part = rope.get("partial_rotary_factor", c.get("rotary_pct", 1.0))
    rates = inverse_frequencies(int(width * part), rope)
    x = w.get("embed_in.weight", c["vocab_size"], d)[run.ids]
    x = run.state(x)
    for n in range(c["num_hidden_layers"]):
        at = f"layers.{n}."
        fused = w.linear(at + "attention.query_key_value", w.layer_norm(at + "input_layernorm", x, epsilon),
                         3 * d).reshape(len(run.ids), heads, 3, width)
        q, k, v = ([fused[:, h, which] for h in range(heads)] for which in range(3))
        a = run.attend([rotate(one, rates) for one in q], [rotate(one, rates) for one in k], v, width ** -0.5)
        a = w.linear(at + "attention.dense", a, d)
        before = x if c["use_parallel_residual"] else x + a
        y = w.layer_norm(at + "post_attention_layernorm", before, epsilon)
        y = w.linear(at + "mlp.dense_4h_to_h",
                     gelu(w.linear(at + "mlp.dense_h_to_4h", y, c["intermediate_size"])), d)
        x = x + a + y
        x = run.state(x)
    run.final = w.layer_norm("final_layer_norm", x, epsilon)
    return w.linear("embed_out", run.final, c["vocab_size"], False)


def phi(c, w, run):
    d, heads, epsilon = c["hidden_size"], c["num_attention_heads"], c["layer_norm_eps"]
    width, rope = d // heads, rope_of(c)
    part = rope.get("partial_rotary_factor", c.get("partial_rotary_factor"))
    rates = inverse_frequencies(int(width * part), rope)
    x = w.get("embed_tokens.weight", c["vocab_size"], d)[run.ids]
    x = run.state(x)
    for n in range(c["num_hidden_layers"]):
        at = f"layers.{n}."
        y = w.layer_norm(at + "input_layernorm", x, epsilon)
        q, k, v = (cut(w.linear(at + f"self_attn.{p}_proj", y, d), heads) for p in "qkv")
        a = run.attend([rotate(one, rates) for one in q], [rotate(one, rates) for one in k], v, width ** -0.5)
        x = x + w.linear(at + "self_attn.dense", a, d) + \
            w.linear(at + "mlp.fc2", gelu_tanh(w.linear(at + "mlp.fc1", y, c["intermediate_size"])), d)
        x = run.state(x)
    run.final = w.layer_norm("final_layernorm", x, epsilon)
    return w.linear("lm_head", run.final, c["vocab_size"])


BERT = {"block": "encoder.layer.", "q": "attention.self.query", "k": "attention.self.key",
        "v": "attention.self.value", "o": "attention.output.dense", "norm_1": "attention.output.LayerNorm",
        "w_1": "intermediate.dense", "w_2": "output.dense", "norm_2": "output.LayerNorm"}
DISTILBERT = {"block": "transformer.layer.", "q": "attention.q_lin", "k": "attention.k_lin",
              "v": "attention.v_lin", "o": "attention.out_lin", "norm_1": "sa_layer_norm",
              "w_1": "ffn.lin1", "w_2": "ffn.lin2", "norm_2": "output_layer_norm"}


def encoder(c, w, run, names, size, first, types, head):
    """`head`: names of dense, norm and bias, and its activation."""
    d, epsilon = size["d"], size["epsilon"]
    act = ACTIVATIONS[size["act"]]
    table = w.get("embeddings.word_embeddings.weight", c["vocab_size"], d)
    x = table[run.ids] + w.get("embeddings.position_embeddings.weight", c["max_position_embeddings"],
                           d)[first:first + len(run.ids)]
    if types:
        x = x + w.get("embeddings.token_type_embeddings.weight", types, d)[0]
    x = w.layer_norm("embeddings.LayerNorm", x, epsilon)
    x = run.state(x)
    for n in range(size["layers"]):
        at = names["block"] + f"{n}."
        q, k, v = (cut(w.linear(at + names[p], x, d), size["heads"]) for p in "qkv")
        a = run.attend(q, k, v, (d // size["heads"]) ** -0.5, causal=False)
        x = w.layer_norm(at + names["norm_1"], x + w.linear(at + names["o"], a, d), epsilon)
        y = w.linear(at + names["w_2"], act(w.linear(at + names["w_1"], x, size["inner"])), d)
        x = w.layer_norm(at + names["norm_2"], x + y, epsilon)
        x = run.state(x)
    run.final = x
    if not head:
        return None
    dense, norm, bias, head_act = head
    y = w.layer_norm(norm, ACTIVATIONS[head_act](w.linear(dense, x, d)), epsilon)
    return y @ table.T + w.get(bias, c["vocab_size"], spread=0.2)


def bert_size(c):
    return {"d": c["hidden_size"], "heads": c["num_attention_heads"], "layers": c["num_hidden_layers"],
            "inner": c["intermediate_size"], "epsilon": c["layer_norm_eps"], "act": c["hidden_act"]}


def bert_with(has_head):
    def bert(c, w, run):
        head = ("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm",
                "cls.predictions.bias", c["hidden_act"])
        return encoder(c, w, run, BERT, bert_size(c), 0, c["type_vocab_size"], head if has_head else None)
    return bert


def roberta(c, w, run):
    head = ("lm_head.dense", "lm_head.layer_norm", "lm_head.bias", "gelu")
    return encoder(c, w, run, BERT, bert_size(c), c["pad_token_id"] + 1, c["type_vocab_size"], head)


def distilbert(c, w, run):
    size = {"d": c["dim"], "heads": c["n_heads"], "layers": c["n_layers"], "inner": c["hidden_dim"],
            "epsilon": 1e-12, "act": c["activation"]}
    head = ("vocab_transform", "vocab_layer_norm", "vocab_projector.bias", c["activation"])
    return encoder(c, w, run, DISTILBERT, size, 0, 0, head)


def llama_with(bias=False, qk_norm=False, windowed=lambda c, n: False, has_rope=lambda c, n: True):
    def llama(c, w, run):
        d, heads, epsilon = c["hidden_size"], c["num_attention_heads"], c["rms_norm_eps"]
        keys, width = c["num_key_value_heads"], c.get("head_dim") or d // heads
        act = ACTIVATIONS[c["hidden_act"]]
        rates = inverse_frequencies(width, rope_of(c))
        table = w.get("embed_tokens.weight", c["vocab_size"], d)
        x = table[run.ids]
        x = run.state(x)
        for n in range(c["num_hidden_layers"]):
            at = f"layers.{n}."

            def project(x):
                y = w.rms_norm(at + "input_layernorm", x, epsilon)
                q, k, v = (cut(w.linear(at + f"self_attn.{p}_proj", y, count * width, bias), count)
                           for p, count in zip("qkv", (heads, keys, keys)))
                if qk_norm:
                    q = [w.rms_norm(at + "self_attn.q_norm", one, epsilon) for one in q]
                    k = [w.rms_norm(at + "self_attn.k_norm", one, epsilon) for one in k]
                if has_rope(c, n):
                    q, k = [rotate(one, rates) for one in q], [rotate(one, rates) for one in k]
                return [q, k, v]
            a = run.attend(*run.inputs(x, project), width ** -0.5,
                           window=c["sliding_window"] if windowed(c, n) else None)
            x = x + w.linear(at + "self_attn.o_proj", a, d, False)
            run.writes(w.named[at + "self_attn.o_proj.weight"].T)
            y = w.rms_norm(at + "post_attention_layernorm", x, epsilon)
            y = act(w.linear(at + "mlp.gate_proj", y, c["intermediate_size"], False)) * \
                w.linear(at + "mlp.up_proj", y, c["intermediate_size"], False)
            x = x + w.linear(at + "mlp.down_proj", y, d, False)
            x = run.state(x)
        run.final = w.rms_norm("norm", x, epsilon)
        if c["tie_word_embeddings"]:
            return run.final @ table.T
        return w.linear("lm_head", run.final, c["vocab_size"], False)
    return llama


def gemma_with(qk_norm, windowed):
    def gemma(c, w, run):
        d, heads, epsilon = c["hidden_size"], c["num_attention_heads"], c["rms_norm_eps"]
        keys, width = c["num_key_value_heads"], c["head_dim"]
        table = w.get("embed_tokens.weight", c["vocab_size"], d)
        x = table[run.ids] * math.sqrt(d)
        x = run.state(x)
        for n in range(c["num_hidden_layers"]):
            at, is_local = f"layers.{n}.", windowed(c, n)
            rates = inverse_frequencies(width, rope_of(c, is_local))

            def project(x):
                y = w.rms_norm(at + "input_layernorm", x, epsilon, one=1)
                q, k, v = (cut(w.linear(at + f"self_attn.{p}_proj", y, count * width, False), count)
                           for p, count in zip("qkv", (heads, keys, keys)))
                if qk_norm:
                    q = [w.rms_norm(at + "self_attn.q_norm", one, epsilon, one=1) for one in q]
                    k = [w.rms_norm(at + "self_attn.k_norm", one, epsilon, one=1) for one in k]
                return [[rotate(one, rates) for one in q], [rotate(one, rates) for one in k], v]
            a = run.attend(*run.inputs(x, project), c["query_pre_attn_scalar"] ** -0.5,
                           cap=c.get("attn_logit_softcapping"),
                           window=c["sliding_window"] if is_local else None)
            a = w.linear(at + "self_attn.o_proj", a, d, False)
            x = x + w.rms_norm(at + "post_attention_layernorm", a, epsilon, one=1)
            scale = (w.named[at + "post_attention_layernorm.weight"] + 1) / \
                np.sqrt((a ** 2).mean(-1, keepdims=True) + epsilon)
            run.writes(w.named[at + "self_attn.o_proj.weight"].T, scale)
            y = w.rms_norm(at + "pre_feedforward_layernorm", x, epsilon, one=1)
            y = gelu_tanh(w.linear(at + "mlp.gate_proj", y, c["intermediate_size"], False)) * \
                w.linear(at + "mlp.up_proj", y, c["intermediate_size"], False)
            y = w.linear(at + "mlp.down_proj", y, d, False)
            x = x + w.rms_norm(at + "post_feedforward_layernorm", y, epsilon, one=1)
            x = run.state(x)
        run.final = w.rms_norm("norm", x, epsilon, one=1)
        logits = run.final @ table.T
        cap = c.get("final_logit_softcapping")
        return cap * np.tanh(logits / cap) if cap else logits
    return gemma


# ---- Cases ------------------------------------------------------------------------------------------

# Names that the library never puts behind the body's prefix.
HEADS = ("lm_head.", "embed_out.", "cls.", "vocab_")
# Keys of configs that must have no effect.
OLD = {"architectures": ["X"], "torch_dtype": "float32", "transformers_version": "4.44.0", "use_cache": True,
       "initializer_range": 0.02, "bos_token_id": 0, "eos_token_id": 1}
NEW = {"architectures": ["X"], "dtype": "float32", "transformers_version": "5.0.0", "use_cache": True,
       "initializer_range": 0.02, "bos_token_id": 0, "eos_token_id": None, "pad_token_id": None}

LLAMA = {"vocab_size": 17, "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 4,
         "num_key_value_heads": 2, "intermediate_size": 20, "hidden_act": "silu", "rms_norm_eps": 1e-5,
         "max_position_embeddings": 64, "attention_bias": False, "attention_dropout": 0.0}
GEMMA = {"vocab_size": 17, "hidden_size": 12, "num_attention_heads": 4, "num_key_value_heads": 2,
         "head_dim": 4, "intermediate_size": 18, "rms_norm_eps": 1e-6, "query_pre_attn_scalar": 6,
         "hidden_activation": "gelu_pytorch_tanh", "max_position_embeddings": 64, "sliding_window": 4,
         "attention_bias": False, "attention_dropout": 0.0, "cache_implementation": "hybrid"}
BERTS = {"vocab_size": 17, "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3,
         "intermediate_size": 20, "hidden_act": "gelu", "layer_norm_eps": 1e-12, "type_vocab_size": 2,
         "max_position_embeddings": 16, "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
         "position_embedding_type": "absolute"}
GPT2 = {"model_type": "gpt2", "vocab_size": 19, "n_embd": 12, "n_head": 3, "n_layer": 2, "n_positions": 16,
        "layer_norm_epsilon": 1e-5, "activation_function": "gelu_new", "attn_pdrop": 0.1, "n_ctx": 16,
        "summary_type": "cls_index", "task_specific_params": {"text-generation": {"max_length": 50}}}
NEOX = {"model_type": "gpt_neox", "vocab_size": 17, "hidden_size": 32, "num_hidden_layers": 2,
        "num_attention_heads": 2, "intermediate_size": 24, "hidden_act": "gelu", "layer_norm_eps": 1e-5,
        "max_position_embeddings": 64, "tie_word_embeddings": False}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 32}


def gpt2_buffers(c):
    mask = np.tril(np.ones((1, 1, c["n_positions"], c["n_positions"])))
    return {f"h.{n}.attn.{name}": one for n in range(c["n_layer"])
            for name, one in (("bias", (mask, "BOOL")), ("masked_bias", (np.float32(-1e4), "F32")))}


def neox_buffers(c):
    mask = np.tril(np.ones((1, 1, 16, 16)))
    return {f"layers.{n}.attention.{name}": one for n in range(c["num_hidden_layers"])
            for name, one in (("bias", (mask, "BOOL")), ("masked_bias", (np.float32(-1e9), "F32")),
                              ("rotary_emb.inv_freq", (np.ones(1), "F32")))}


def neo_buffers(c):
    mask = np.tril(np.ones((1, 1, 16, 16)))
    return {f"h.{n}.attn.attention.{name}": one for n in range(c["num_layers"])
            for name, one in (("bias", (mask, "U8")), ("masked_bias", (np.float32(-1e9), "F32")))}


def bert_buffers(c):
    return {"embeddings.position_ids": (np.arange(c["max_position_embeddings"])[None], "I64")}


# name: (config, equations, prefix, type of the file, options: `buffers`, `more` tensors by full name that
# nobody needs, `copy`: a tied model's file has its unembedding under this name all the same,
# `kind` of the files, `rename`)
CASES = {
    "gpt2": ({**GPT2, **OLD}, gpt2, "transformer.", "F32",
             {"buffers": gpt2_buffers, "copy": ("lm_head.weight", "wte.weight")}),
    "gpt2-parts": ({**GPT2, **NEW, "n_inner": 20, "scale_attn_weights": False, "activation_function": "relu"},
                   gpt2, "", "F32", {"kind": "parts"}),
    "gpt2-bin": ({**GPT2, **OLD, "n_inner": None, "n_layer": 1}, gpt2, "transformer.", "F32", {"kind": "bin"}),
    "gpt_neo": ({"model_type": "gpt_neo", "vocab_size": 17, "hidden_size": 12, "num_layers": 2, "num_heads": 3,
                 "intermediate_size": None, "max_position_embeddings": 16, "layer_norm_epsilon": 1e-5,
                 "window_size": 4, "attention_types": [[["global", "local"], 1]],
                 "attention_layers": ["global", "local"], "activation_function": "gelu_new",
                 "resid_dropout": 0.0, "embed_dropout": 0.0, **OLD}, gpt_neo, "transformer.", "F32",
                {"buffers": neo_buffers}),
    "gpt_neox": ({**NEOX, **OLD, "rotary_pct": 0.25, "rotary_emb_base": 10000, "use_parallel_residual": True,
                  "attention_bias": True}, gpt_neox, "gpt_neox.", "F32", {"buffers": neox_buffers}),
    "gpt_neox-5": ({**NEOX, **NEW, "use_parallel_residual": False,
                    "rope_parameters": {"rope_type": "default", "rope_theta": 500.0,
                                        "partial_rotary_factor": 0.5}}, gpt_neox, "gpt_neox.", "F16", {}),
    "phi": ({"model_type": "phi", "vocab_size": 17, "hidden_size": 16, "num_hidden_layers": 2,
             "num_attention_heads": 2, "num_key_value_heads": None, "intermediate_size": 24,
             "hidden_act": "gelu_new", "layer_norm_eps": 1e-5, "max_position_embeddings": 64,
             "partial_rotary_factor": 0.5, "rope_theta": 10000.0, "rope_scaling": None, "qk_layernorm": False,
             "tie_word_embeddings": False, "embd_pdrop": 0.0, "resid_pdrop": 0.0, **OLD},
            phi, "model.", "F32", {}),
    "bert": ({"model_type": "bert", **BERTS, **OLD, "pad_token_id": 0}, bert_with(True), "bert.", "F32",
             {"buffers": bert_buffers, "copy": ("cls.predictions.decoder.weight",
                                                "embeddings.word_embeddings.weight"),
              "more": {"cls.seq_relationship.weight": (2, 12), "bert.pooler.dense.weight": (12, 12)}}),
    "bert-body": ({"model_type": "bert", **BERTS, **NEW, "hidden_act": "gelu_new"}, bert_with(False), "", "F32",
                  {"more": {"pooler.dense.weight": (12, 12), "pooler.dense.bias": (12,)},
                   "rename": {".LayerNorm.weight": ".LayerNorm.gamma", ".LayerNorm.bias": ".LayerNorm.beta"}}),
    "roberta": ({"model_type": "roberta", **BERTS, **OLD, "layer_norm_eps": 1e-5, "type_vocab_size": 1,
                 "pad_token_id": 1}, roberta, "roberta.", "F32", {}),
    "distilbert": ({"model_type": "distilbert", "vocab_size": 17, "dim": 12, "n_heads": 3, "n_layers": 2,
                    "hidden_dim": 20, "activation": "gelu", "max_position_embeddings": 16, "dropout": 0.1,
                    "attention_dropout": 0.1, "qa_dropout": 0.1, "seq_classif_dropout": 0.2,
                    "sinusoidal_pos_embds": False, "tie_weights_": True, **OLD},
                   distilbert, "distilbert.", "F32", {}),
    "llama": ({"model_type": "llama", **LLAMA, **OLD, "rope_theta": 100.0, "rope_scaling": LLAMA3,
               "hidden_size": 32, "tie_word_embeddings": False, "mlp_bias": False, "pretraining_tp": 1},
              llama_with(), "model.", "F32", {}),
    "llama-5": ({"model_type": "llama", **LLAMA, **NEW, "head_dim": 6, "tie_word_embeddings": True,
                 "rope_parameters": {"rope_type": "linear", "factor": 2.0, "rope_theta": 100.0}},
                llama_with(), "", "BF16", {"copy": ("lm_head.weight", "embed_tokens.weight")}),
    "mistral": ({"model_type": "mistral", **LLAMA, **OLD, "head_dim": 4, "rope_theta": 1000.0,
                 "sliding_window": 4, "tie_word_embeddings": False},
                llama_with(windowed=lambda c, n: True), "model.", "F32", {}),
    "qwen2": ({"model_type": "qwen2", **LLAMA, **OLD, "hidden_size": 16, "rope_theta": 1000.0,
               "use_sliding_window": True, "max_window_layers": 1, "sliding_window": 4,
               "tie_word_embeddings": True},
              llama_with(bias=True, windowed=lambda c, n: n >= c["max_window_layers"]), "model.", "F32", {}),
    "qwen3": ({"model_type": "qwen3", **LLAMA, **NEW, "head_dim": 8, "use_sliding_window": False,
               "max_window_layers": 2, "sliding_window": None, "tie_word_embeddings": True,
               "layer_types": ["full_attention", "full_attention"],
               "rope_parameters": {"rope_type": "default", "rope_theta": 1000.0}},
              llama_with(qk_norm=True), "model.", "BF16", {}),
    "smollm3": ({"model_type": "smollm3", **LLAMA, **OLD, "hidden_size": 16, "num_hidden_layers": 3,
                 "rope_theta": 1000.0, "rope_scaling": None, "no_rope_layers": [1, 0, 1],
                 "no_rope_layer_interval": 2, "use_sliding_window": False, "sliding_window": None,
                 "layer_types": ["full_attention"] * 3, "tie_word_embeddings": True},
                llama_with(has_rope=lambda c, n: c["no_rope_layers"][n]), "model.", "F32", {}),
    "gemma2": ({"model_type": "gemma2", **GEMMA, **OLD, "num_hidden_layers": 2, "rope_theta": 1000.0,
                "hidden_act": "gelu_pytorch_tanh", "attn_logit_softcapping": 2.0,
                "final_logit_softcapping": 3.0},
               gemma_with(False, lambda c, n: n % 2 == 0), "model.", "F32", {}),
    "gemma3_text": ({"model_type": "gemma3_text", **GEMMA, **OLD, "num_hidden_layers": 3, "rope_theta": 1000.0,
                     "rope_scaling": {"rope_type": "linear", "factor": 8.0}, "rope_local_base_freq": 100.0,
                     "sliding_window_pattern": 3, "attn_logit_softcapping": None,
                     "final_logit_softcapping": None},
                    gemma_with(True, lambda c, n: (n + 1) % c["sliding_window_pattern"] != 0),
                    "model.", "F32", {"copy": ("lm_head.weight", "embed_tokens.weight")}),
    "gemma3_text-5": ({"model_type": "gemma3_text", **GEMMA, **NEW, "num_hidden_layers": 2,
                       "layer_types": ["full_attention", "sliding_attention"],
                       "use_bidirectional_attention": False, "_sliding_window_pattern": 6,
                       "rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 1000.0},
                                           "sliding_attention": {"rope_type": "default", "rope_theta": 50.0}}},
                      gemma_with(True, lambda c, n: c["layer_types"][n] == "sliding_attention"),
                      "", "BF16", {}),
}


# Texts are longer than the window, heads 64 wide.
LONG = {
    "mistral": ({"model_type": "mistral", **LLAMA, **NEW, "vocab_size": 40, "hidden_size": 128,
                 "num_attention_heads": 2, "num_key_value_heads": 1, "intermediate_size": 32, "head_dim": 64,
                 "max_position_embeddings": 256, "sliding_window": 48, "tie_word_embeddings": True,
                 "rope_parameters": {"rope_type": "default", "rope_theta": 1000.0}},
                llama_with(windowed=lambda c, n: True), "model.", "BF16", {}),
}


# ---- Changes ----------------------------------------------------------------------------------------

def change_cases(layer, head, masks, are_cut):
    """Changes to be tried: all kinds at one head, and some at others."""
    at = {"layer": layer, "head": head}
    # Into layer 1, from two heads of layer 0: one input, and all of another head. Not in post-norm models.
    cut_cases = {
        "cut": [{"kind": "cut", "layer": 1, "head": 1, "from": [0, 2], "input": "query"}],
        "cut-several": [{"kind": "cut", "layer": 1, "head": 0, "from": [0, 0], "input": "key"},
                        {"kind": "cut", "layer": 1, "head": 0, "from": [0, 1], "input": "key"},
                        {"kind": "cut", "layer": 1, "head": 2, "from": [0, 2], "input": "all"},
                        {"kind": "temperature", "layer": 0, "head": 2, "value": 2}],
    } if are_cut else {}
    masked = {f"mask-{mask.replace(':', '-')}": [{"kind": "mask", **at, "mask": mask}] for mask in masks}
    return {
        "off": [{"kind": "off", **at}],
        "off-layer": [{"kind": "off", "layer": 0}],
        "mean": [{"kind": "mean", **at}],
        **{f"temperature-{value}": [{"kind": "temperature", "layer": 0, "head": 1, "value": value}]
           for value in (2, 0, "inf")},
        **masked,
        "mask-layer-and-temperature": [{"kind": "mask", "layer": layer, "mask": "window:3"},
                                       {"kind": "temperature", **at, "value": 0.5}],
        "weights": [{"kind": "weights", "layer": 0, "head": 2, "file": "weights.npy"}],
        "patch-first": [{"kind": "patch", "block": 0, "token": 4, "from": 2}],
        "patch": [{"kind": "patch", "block": 1, "token": 4, "from": 2}],
        **cut_cases,
        "off-and-patch-last": [{"kind": "off", **at}, {"kind": "patch", "block": 2, "token": 3, "from": 1}],
    }


MASKS = ("causal", "none", "previous", "itself", "window:2", "not:3")
# Layer 0 of gemma2 has a window, which a change's mask replaces; its head 3 reads the second key head.
CHANGED = {"gpt2": (1, 0, MASKS, True), "bert": (1, 0, MASKS, False), "llama": (1, 0, MASKS, True),
           "gemma2": (0, 3, MASKS, True)}

GENERATED = ("gpt2", "llama")


def options_of(changes):
    """The changes on the command line, without --from."""
    options = []
    for change in changes:
        kind, head = change["kind"], f"{change.get('layer')}.{change.get('head', '*')}"
        if kind == "cut":
            options += ["--cut", f"{head}={change['from'][0]}.{change['from'][1]}.{change['input']}"]
        elif kind == "patch":
            options += ["--patch", f"{change['block']}.{change['token']}={change['from']}"]
        elif kind == "off":
            options += ["--off", head]
        else:
            options += [f"--{kind}", f"{head}={change.get('value', change.get('mask', change.get('file')))}"]
    return options


def write_changes(out, name, w, seed, ids):
    config, equations = CASES[name][:2]
    random = np.random.default_rng([seed, 1])
    words = [one for one in range(config["vocab_size"]) if one != 1]
    texts = [[int(one) for one in random.permutation(words)[:length]] for length in (7, 6, 6, 6)]
    runs = [Run(text) for text in texts]
    for run in runs:
        equations(config, w, run)
    other = runs.pop(0)
    # Rows need not sum to 1, and keys may be any.
    given = random.uniform(0, 0.5, (L, L)).astype(np.float32)
    given[6] = np.nan
    np.save(out / "weights.npy", given)
    layer, head = CHANGED[name][:2]
    mean = np.concatenate([run.outputs[layer][head][1:] for run in runs]).mean(0, keepdims=True)

    cases, results = [], {"mean/output": (mean, "F32")}
    for case, changes in change_cases(*CHANGED[name]).items():
        run = Run(ids, changes, other, {"weights.npy": given.astype(np.float64), "mean": mean})
        logits = equations(config, w, run)
        more = {"texts": texts[1:]} if case == "mean" else {"options": options_of(changes)}
        cases.append({"name": case, "changes": changes, **more})
        results[case + "/logits"] = (logits, "F32")
        first = changes[0]
        if first["kind"] in ("temperature", "mask", "weights") and len(changes) == 1:
            results[case + "/weights"] = (run.attentions[first["layer"]][first["head"]], "F32")
    write_lines(out / "changes.json", {"ids": ids, "from": other.ids, "cases": cases})
    write_safetensors(out / "changes.safetensors", results)


def write_lines(path, value):
    """JSON with each key of the object, and each item of lists of objects, on a line."""
    lines = []
    for key, part in value.items():
        text = json.dumps(part)
        if isinstance(part[0], dict):
            text = "[\n  " + ",\n  ".join(json.dumps(one) for one in part) + "\n ]"
        lines.append(f" {json.dumps(key)}: {text}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def write_generated(out, name, w, ids, count=4):
    config, equations = CASES[name][:2]
    tokens = []
    for _ in range(count):
        logits = equations(config, w, Run(ids + [one["id"] for one in tokens]))[-1]
        best = int(logits.argmax())
        assert np.sort(logits)[-2] < logits[best] - 1e-3, "float32 may find another likeliest token"
        p = 1 / np.exp(logits - logits[best]).sum()
        tokens.append({"id": best, "logit": round(float(logits[best]), 7), "p": round(float(p), 7)})
    write_lines(out / "generated.json", {"ids": ids, "generated": tokens})


# ---- Folders ----------------------------------------------------------------------------------------

def write_model(out, case, w):
    """The config and all weights, which a run has used."""
    config, _, prefix, dtype, options = case

    def full(one):
        return one if one.startswith(HEADS) else prefix + one

    tensors = {full(one): (numbers, dtype) for one, numbers in w.named.items()}
    for one, buffer in options.get("buffers", lambda c: {})(config).items():
        tensors[full(one)] = buffer
    for one, shape in options.get("more", {}).items():
        tensors[one] = (np.ones(shape), dtype)
    if "copy" in options:  # with other numbers, which nobody may use
        one, of = options["copy"]
        tensors[one] = (tensors[full(of)][0] + 1, dtype)
    for old, new in options.get("rename", {}).items():
        tensors = {one[:-len(old)] + new if one.endswith(old) else one: numbers
                   for one, numbers in tensors.items()}

    out.mkdir(parents=True)
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    kind = options.get("kind", "one")
    if kind == "bin":
        write_bin(out / "pytorch_model.bin", tensors)
    elif kind == "parts":
        names, files, place = sorted(tensors), [], {}
        for n in range(2):
            file = f"model-0000{n + 1}-of-00002.safetensors"
            part = names[n::2]
            write_safetensors(out / file, {one: tensors[one] for one in part})
            place.update({one: file for one in part})
        index = {"metadata": {"total_size": 0}, "weight_map": place}
        (out / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n")
    else:
        write_safetensors(out / "model.safetensors", tensors)


def write_case(out, seed):
    name = out.name
    config, equations, _, dtype, _ = CASES[name]
    w = Weights(seed, dtype)
    # No word twice but the last, and no padding (1), whose positions RoBERTa counts otherwise.
    words = [one for one in range(config["vocab_size"]) if one != 1]
    ids = [int(one) for one in w.random.permutation(words)[:L - 1]]
    ids.append(ids[2])
    run = Run(ids)
    logits = equations(config, w, run)
    write_model(out, CASES[name], w)
    expected = {"ids": (np.array([ids]), "I32"), "hidden": (np.array(run.hidden), "F32"),
                "final": (run.final, "F32"), "attentions": (np.array(run.attentions), "F32")}
    if logits is not None:
        expected["logits"] = (logits, "F32")
    write_safetensors(out / "expected.safetensors", expected)
    if name in CHANGED:
        write_changes(out, name, w, seed, ids)
    if name in GENERATED:
        write_generated(out, name, w, ids[:5])


def write_long(out, seed):
    config, equations, _, dtype, _ = LONG[out.name]
    w = Weights(seed, dtype, spread=0.12)  # the scores of wide heads stay small
    ids = [int(one) for one in w.random.integers(config["vocab_size"], size=200)]
    run = Run(ids)
    logits = equations(config, w, run)
    write_model(out, LONG[out.name], w)
    write_safetensors(out / "expected.safetensors", {
        "ids": (np.array([ids]), "I32"), "hidden": (run.hidden[-1], "F32"),
        "attentions": (np.array(run.attentions)[:, :, -1], "F32"), "logits": (logits[-1:], "F32")})


def main():
    folder = pathlib.Path(sys.argv[1])
    for part, cases, write in (("models", CASES, write_case), ("long", LONG, write_long)):
        shutil.rmtree(folder / part, ignore_errors=True)
        for seed, name in enumerate(cases, 1):
            write(folder / part / name, seed)


if __name__ == "__main__":
    main()
