"""Imports attention that NumPy wrote in every layout, and compares each weight with NumPy's own.

import_dumps.py PROGRAM EMPTY_FOLDER GUIDE
"""

import json
import os
import re
import struct
import subprocess
import sys

import numpy as np

program, folder, guide = sys.argv[1:]
random = np.random.default_rng(11)
checked = 0


def softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def attention(*shape, causal=False):
    scores = random.normal(size=shape) * 2
    if causal:
        scores = np.where(np.tril(np.ones(shape[-2:], bool)), scores, -np.inf)
    return softmax(scores)


def run(*words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{words}: status {done.returncode}: {done.stderr}")
    return done.stdout


def imported(file, layer=None, options=()):
    """The weights of all heads, the scene, and the words."""
    global checked
    out = f"{folder}/out.attn.json"
    options = list(options) + (["--layer", str(layer)] if layer is not None else [])
    words = run("import", f"{folder}/{file}", *options, "--out", out)
    result = json.loads(run("compute", out))
    checked += 1
    with open(out, encoding="utf-8") as scene:
        return np.array([head["weights"] for head in result["heads"]]), json.load(scene), words


def expect(file, expected, layer=None, options=(), has=()):
    found, scene, words = imported(file, layer, options)
    expected = np.asarray(expected, dtype=float)
    if found.shape != expected.shape:
        sys.exit(f"{file}: {found.shape} is not {expected.shape}: {words}")
    wrong = np.abs(found - expected) > 2e-5 + 1e-4 * np.abs(expected)
    if wrong.any():
        at = tuple(np.argwhere(wrong)[0])
        sys.exit(f"{file}: at {at} {found[at]} is not {expected[at]}: {words}")
    for text in has:
        if text not in words:
            sys.exit(f"{file}: no {text!r} in {words!r}")
    return scene


def normalized(weights):
    weights = np.asarray(weights, dtype=float)
    return weights / weights.sum(-1, keepdims=True)


def save_safetensors(file, tensors, metadata=None):
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, (dtype, shape, numbers) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape}
        header[name]["data_offsets"] = [len(data), len(data) + len(numbers)]
        data += numbers
    text = json.dumps(header).encode()
    with open(f"{folder}/{file}", "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data)


# Hugging Face: a tuple of (batch, heads, queries, keys), one for each layer.
layers = [attention(1, 3, 7, 7, causal=True).astype("<f4") for _ in range(12)]
tokens = ["the", "Kätzchen", "that", "the", "🐈", "saw", "."]
np.savez(f"{folder}/hf.npz", **{f"attentions.{n}": a for n, a in enumerate(layers)}, tokens=tokens)
for n in (0, 2, 11):
    scene = expect(
        "hf.npz", layers[n][0], n,
        has=["each batch × heads × queries × keys = 1 × 3 × 7 × 7", f"layer {n} of 0 … 11",
             "rows sum to 1;", "7 tokens: the, Kätzchen"],
    )
    assert scene["tokens"] == tokens
np.savez(f"{folder}/tuple.npz", *layers)
expect("tuple.npz", layers[10][0], 10)
np.savez_compressed(f"{folder}/small.npz", *[a.astype("<f2") for a in layers])
expect("small.npz", normalized(layers[10][0].astype("<f2")), 10, has=["rows sum to 0.999", "float16"])

# One array of all layers, with a batch.
stack = attention(4, 2, 3, 6, 6)
np.save(f"{folder}/stack.npy", stack)
expect("stack.npy", stack[3, 1], 3, ["--batch", "1"], ["layers × batch × heads", "batch 1 of 2"])
expect("stack.npy", stack[0, 0], has=["layer 0 of 0 … 3"])
np.save(f"{folder}/fortran.npy", np.asfortranarray(stack[:, 0]))
expect("fortran.npy", stack[2, 0], 2, has=["layers × heads × queries × keys = 4 × 3 × 6 × 6"])
expect("fortran.npy", stack[2, 0, 1:2], 2, ["--head", "1"], ["layer 2 of 0 … 3, head 1"])

# PyTorch's encoder layer with average_attn_weights=False: (batch, heads, M, L), or without a batch.
cross = attention(2, 5, 9).astype("<f4")
np.save(f"{folder}/cross.npy", cross)
scene = expect("cross.npy", cross, has=["heads × queries × keys = 2 × 5 × 9", "without names"])
assert scene["queries"]["tokens"] == ["0", "1", "2", "3", "4"]
np.save(f"{folder}/one.npy", cross[0])
expect("one.npy", cross[:1], has=["float32", "queries × keys = 5 × 9"])

# Tokens of their own.
with open(f"{folder}/tokens.json", "w", encoding="utf-8") as out:
    json.dump({"tokens": list("abcdefghi"), "queries": list("vwxyz")}, out)
scene = expect("cross.npy", cross, options=["--tokens", f"{folder}/tokens.json"])
assert scene["tokens"] == list("abcdefghi") and scene["queries"]["tokens"] == list("vwxyz")
for text in ["a\nb c\n\nd\ne\nf\ng\nh\ni\n", "a b c d\te f\r\ng h  i\n"]:
    with open(f"{folder}/tokens.txt", "w", newline="") as out:
        out.write(text)
    scene = expect("cross.npy", cross, options=["--tokens", f"{folder}/tokens.txt"])
    assert len(scene["tokens"]) == 9

# bfloat16, among other tensors, with tokens beside.
upper = (attention(2, 1, 4, 4).astype("<f4").view("<u4") >> 16).astype("<u2")
brain = (upper.astype("<u4") << 16).view("<f4")
save_safetensors(
    "bf16.safetensors",
    {
        "decoder.attentions.0": ("BF16", [1, 4, 4], upper[0].tobytes()),
        "decoder.attentions.1": ("BF16", [1, 4, 4], upper[1].tobytes()),
        "hidden": ("F32", [2, 2], np.zeros(4, "<f4").tobytes()),
    },
    {"tokens": json.dumps(["a", "b", "c", "d"])},
)
scene = expect("bf16.safetensors", normalized(brain[1]), 1, has=["bfloat16", "divided by it"])
assert scene["tokens"] == ["a", "b", "c", "d"]
expect("bf16.safetensors", normalized(brain[1]), 1, ["--tensor", "decoder.attentions.1"],
       ["layer 1:"])

# A page of BertViz, of today and of older ones.
lists = attention(2, 3, 4, 4)
entry = {"attn": lists.tolist(), "left_text": list("abcd"), "right_text": list("abcd")}
for name, params in [
    ("new.html", {"attention": [{"name": None, **entry}], "default_filter": "0", "layer": None}),
    ("old.html", {"attention": {"all": entry, "aa": entry}, "default_filter": "all"}),
]:
    with open(f"{folder}/{name}", "w") as out:
        out.write("<script>var params, x = {};\nconst params = %s; // HACK: {</script>" % json.dumps(params))
    scene = expect(name, lists[1], 1, has=["BertViz", "2 × 3 × 4 × 4"])
    assert scene["tokens"] == list("abcd") and "queries" not in scene

# Attention other than softmax: sigmoids, negative weights, scores, queries without visible keys.
sigmoids = random.random((2, 5, 5))
np.save(f"{folder}/sigmoids.npy", sigmoids)
expect("sigmoids.npy", sigmoids, has=["weights; rows sum to "])
signed = attention(2, 5, 5) * 2 - attention(2, 5, 5)
np.save(f"{folder}/signed.npy", signed)
expect("signed.npy", signed, has=["weights, some below 0"])
scores = random.normal(size=(2, 5, 5))
scores[0, 1, 2] = -np.inf
np.save(f"{folder}/scores.npy", scores)
expect("scores.npy", softmax(scores), has=["negative numbers, so scores"])
empty = attention(2, 5, 5)
empty[0, 3] = np.nan
empty[1, 4] = 0
np.save(f"{folder}/empty.npy", empty)
expect("empty.npy", np.nan_to_num(empty), has=["rows sum to 1; 2 of 10 rows see no key"])

# So many that they stand beside the scene; all layers at once.
large = attention(2, 7, 200, 210).astype("<f2")
np.save(f"{folder}/large.npy", large)
scene = expect("large.npy", normalized(large[1]), 1)
assert scene["heads"][6]["scores"] == {"file": "out.scores.npy", "index": 6}
with np.errstate(divide="ignore"):
    written = np.load(f"{folder}/out.scores.npy")
    assert written.shape == (7, 200, 210) and written.dtype == np.dtype("<f4")
    assert np.allclose(written, np.log(large[1].astype(float)), atol=1e-6)
run("import", f"{folder}/large.npy", "--layer", "all", "--out", f"{folder}/every.attn.json")
for n in range(2):
    result = json.loads(run("compute", f"{folder}/every-{n}.attn.json"))
    found = np.array([head["weights"] for head in result["heads"]])
    assert np.abs(found - normalized(large[n])).max() < 1e-6

# Heads that become one: their mean, their largest, and attention rollout.
heads = np.stack([a[0] for a in layers]).astype(float)
expect("hf.npz", heads[4].mean(0)[None], 4, ["--heads", "mean"], ["mean of 3 heads"])
expect("hf.npz", heads[4].max(0)[None], 4, ["--heads", "max"], ["max of 3 heads"])
rolled = np.eye(7)
for n, layer in enumerate(heads):
    mean = layer.mean(0)
    step = mean / mean.sum(-1, keepdims=True) + np.eye(7)
    rolled = step / step.sum(-1, keepdims=True) @ rolled
    if n in (0, 3, 11):
        expect("hf.npz", rolled[None], n, ["--heads", "rollout"], [f"layers 0 … {n}" if n else "layer 0 of"])

# Keys that are hidden: what is left of a row is divided by its sum, and too little is not shown.
hidden = attention(2, 5, 5)
hidden[0, 3] = [0.9995, 0.0001, 0.0001, 0.0002, 0.0001]
special = ["<s>", "▁the", "▁cat", "s", "</s>"]
np.savez(f"{folder}/hidden.npz", attention=hidden, tokens=special)
for keys, kept in [("first", [1, 2, 3, 4]), ("special", [1, 2, 3]), ("first,special", [1, 2, 3])]:
    left = np.where(np.isin(np.arange(5), kept), hidden, 0)
    sums = left.sum(-1, keepdims=True)
    wanted = np.where(sums < 0.001, 0, left / np.where(sums == 0, 1, sums))
    scene = expect("hidden.npz", wanted, 0, ["--hide", keys], ["hidden"])
    assert scene["masks"] == [{"kind": "padding", "valid": [n in kept for n in range(5)]}]
    assert "hidden" in scene["title"] and scene["tokens"] == ["<s>", " the", " cat", "s", "</s>"]
scene = expect("hidden.npz", hidden, 0, ["--clean", "off"])
assert scene["tokens"] == special and "masks" not in scene

# Queries and keys in place of weights: in every order of axes, grouped, masked, with weights beside.
def expect_computed(file, saved, qkv, options=(), has=(), scale=None, mask=0):
    """Arrays `saved`; `qkv`: what is computed with, each heads x tokens x width."""
    q, k, v = (np.repeat(a, len(qkv[0]) // len(a), 0) for a in qkv)
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    weights = softmax(q @ k.swapaxes(1, 2) * scale + mask)
    np.savez(f"{folder}/{file}", **saved)
    scene = expect(file, weights, options=options, has=has)
    result = json.loads(run("compute", f"{folder}/out.attn.json"))
    found = np.array([head["output"] for head in result["heads"]])
    if np.abs(found - weights @ v).max() > 1e-4:
        sys.exit(f"{file}: other outputs")
    return scene


q, k, v = qkv = [random.normal(size=(4, 6, 8)) for _ in range(3)]
batch = {"q": q[None], "k": k[None], "v": v[None]}
expect_computed("qkv.npz", batch, qkv, has=["batch × heads × tokens × width = 1 × 4 × 6 × 8"])
lens = {f"blocks.0.attn.hook_{n}": a.swapaxes(0, 1)[None] for n, a in zip("qkv", qkv)}
expect_computed("lens.npz", lens, qkv, has=["batch × tokens × heads × width"])
expect_computed("grouped.npz", {"query": q, "key": k[:2], "value": v[:2]}, [q, k[:2], v[:2]])
narrow = [q, k[:, :5], v[:, :5, :3]]
expect_computed("narrow.npz", dict(zip("qkv", narrow)), narrow)
expect_computed("turned.npz", {n: a.T for n, a in zip("qkv", qkv)}, qkv, ["--axes", "dqh"])
seen = np.tril(np.ones((6, 6), bool))
causal = np.where(seen, 0, -np.inf)
for mask in [seen, ~seen, causal.astype("f4"), np.where(seen, 0, np.float32(-1e9))]:
    scene = expect_computed("masked.npz", {**batch, "attn_mask": mask}, qkv, mask=causal)
    assert scene["masks"] == [{"kind": "causal"}], scene["masks"]
padding = np.array([[1, 1, 1, 1, 0, 0]])
expect_computed("padded.npz", {**batch, "attention_mask": padding}, qkv,
                mask=np.where(padding == 1, 0, -np.inf))
for scale in (8**-0.5, 1.0):
    weights = softmax(q @ k.swapaxes(1, 2) * scale + causal)[None].astype("f4")
    expect_computed("both.npz", {**batch, "weights": weights}, qkv, ["--as", "qkv"],
                    ["equal to the saved weights within"], scale, causal)
    expect("both.npz", weights[0], has=["--as qkv computes them"])
wide = [random.normal(size=(3, 40, 300)).astype("f4")] * 3
scene = expect_computed("wide.npz", dict(zip("qkv", wide)), wide)
assert scene["embeddings"] == {"file": "out.vectors.safetensors", "tensor": "keys"}

# Measures of each head as a table; cross-attention has no distance.
def measures(file, *options):
    words = run("import", f"{folder}/{file}", "--measures", f"{folder}/heads.csv", *options)
    with open(f"{folder}/heads.csv", encoding="utf-8") as table:
        lines = [line.split(",") for line in table.read().splitlines()]
    assert lines[0] == ["layer", "head", "entropy", "distance", "first", "previous", "itself"]
    return np.array([[float(n or "nan") for n in line] for line in lines[1:]]), words


def wanted_measures(weights):
    w = weights.astype(float)
    w = w / w.sum(-1, keepdims=True)
    n = len(w)
    away = np.abs(np.arange(n)[:, None] - np.arange(n))
    entropy = -np.where(w > 0, w * np.log(np.where(w > 0, w, 1)), 0).sum(-1).mean()
    return [entropy, (w * away).sum(-1).mean(), w[:, 0].mean(), np.diag(w, -1).mean(),
            np.diag(w).mean()]


found, words = measures("hf.npz")
assert "36 heads of 12 layers" in words, words
assert np.allclose(found[:, 0], np.repeat(np.arange(12), 3)) and found.shape == (36, 7)
wanted = [wanted_measures(heads[n, h]) for n in range(12) for h in range(3)]
assert np.allclose(found[:, 2:], wanted, atol=1e-5), np.abs(found[:, 2:] - wanted).max()
found, words = measures("hf.npz", "--heads", "mean", "--hide", "first")
left = heads.mean(1)[:, 1:, 1:]  # what the first query sees is hidden
assert "mean of the heads of 12 layers, of the given weights; first token hidden" in words, words
sums = left / left.sum(-1, keepdims=True)
assert np.allclose(found[:, 4], 0)
assert np.allclose(found[:, 6], [np.diag(w).mean() for w in sums], atol=1e-5)
found, _ = measures("cross.npy")
assert np.isnan(found[:, [3, 5, 6]]).all() and not np.isnan(found[:, [2, 4]]).any()

# Code for notebooks in the guide.
with open(guide, encoding="utf-8") as text:
    blocks = re.findall(r"```python\n(.*?)```", text.read(), re.DOTALL)
numpy_block = [block for block in blocks if block.startswith("# NumPy")]
assert len(blocks) == 4 and len(numpy_block) == 1
for block in blocks:
    compile(block, guide, "exec")
os.chdir(folder)
exec(numpy_block[0], {"attentions": layers, "tokens": tokens})
scene = expect("attention.npz", layers[3][0], 3, has=["layer 3 of 0 … 11", "the, Kätzchen"])
assert scene["tokens"] == tokens
print(f"{checked} dumps")
