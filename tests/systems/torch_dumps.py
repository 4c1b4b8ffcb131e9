"""Opens attention that PyTorch computed and saved, without any option, and compares each weight with NumPy's.

torch_dumps.py PROGRAM EMPTY_FOLDER
"""

import json
import subprocess
import sys

import numpy as np
import torch

program, folder = sys.argv[1:]
torch.manual_seed(3)
L, D, H = 7, 24, 4
checked = 0


def weights_of(file):
    """The weights of the first layer's heads, and what the program said."""
    out = f"{folder}/out.attn.json"
    done = subprocess.run([program, "import", f"{folder}/{file}", "--out", out], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{file}: status {done.returncode}: {done.stderr}")
    result = subprocess.run([program, "compute", out], capture_output=True, text=True, check=True)
    return np.array([head["weights"] for head in json.loads(result.stdout)["heads"]]), done.stdout


def expect(file, expected, tolerance=1e-6):
    """Rows are compared as the program shows them: a row that sees no key is 0."""
    global checked
    found, words = weights_of(file)
    expected = np.nan_to_num(np.asarray(expected, dtype=float))
    expected = expected.reshape((-1,) + expected.shape[-2:])
    if found.shape != expected.shape:
        sys.exit(f"{file}: {found.shape} is not {expected.shape}: {words}")
    worst = np.abs(found - expected).max()
    if not worst <= tolerance:
        sys.exit(f"{file}: differs by {worst}: {words}")
    checked += 1


def saved(name, tensor):
    """The tensor by np.save and by torch.save."""
    np.save(f"{folder}/{name}.npy", tensor.detach().numpy())
    torch.save(tensor.detach(), f"{folder}/{name}.pt")
    return [f"{name}.npy", f"{name}.pt"]


def softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def by_numpy(layer, x, mask=None):
    """Weights of MultiheadAttention from its matrices, batch x heads x L x L."""
    w = layer.in_proj_weight.detach().numpy().astype(float)
    b = layer.in_proj_bias.detach().numpy().astype(float)
    x = x.detach().numpy().astype(float)
    q, k = (x @ w[n * D:(n + 1) * D].T + b[n * D:(n + 1) * D] for n in (0, 1))
    q, k = (a.reshape(*a.shape[:2], H, D // H).transpose(0, 2, 1, 3) for a in (q, k))
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(D // H)
    return softmax(scores if mask is None else np.where(mask, -np.inf, scores))


attention = torch.nn.MultiheadAttention(D, H, batch_first=True).eval()
x = torch.randn(1, L, D)
causal = torch.triu(torch.ones(L, L, dtype=torch.bool), 1)
_, averaged = attention(x, x, x)
for file in saved("averaged", averaged):
    expect(file, by_numpy(attention, x).mean(1)[0])
_, each = attention(x, x, x, average_attn_weights=False)
for file in saved("heads", each):
    expect(file, by_numpy(attention, x)[0])
_, masked = attention(x, x, x, attn_mask=causal, average_attn_weights=False)
for file in saved("causal", masked):
    expect(file, by_numpy(attention, x, causal.numpy())[0])

# The first two keys of one sentence are padding at the left.
padding = torch.zeros(1, L, dtype=torch.bool)
padding[0, :2] = True
_, padded = attention(x, x, x, key_padding_mask=padding, average_attn_weights=False)
for file in saved("left-padding", padded):
    expect(file, by_numpy(attention, x, padding.numpy()[:, None, None, :])[0])

for file in saved("half", each.half()):
    expect(file, each.half().float().detach().numpy()[0], tolerance=2e-3)
torch.save(each.bfloat16().detach(), f"{folder}/bfloat16.pt")
expect("bfloat16.pt", each.bfloat16().float().detach().numpy()[0], tolerance=2e-2)

# The layers of an encoder, caught by hooks as people do.
encoder = torch.nn.TransformerEncoder(
    torch.nn.TransformerEncoderLayer(D, H, dim_feedforward=48, batch_first=True), 3).eval()
caught, inputs = [], []
for layer in encoder.layers:
    run = layer.self_attn.forward

    def with_weights(q, k, v, run=run, **options):
        options.update(need_weights=True, average_attn_weights=False)
        out = run(q, k, v, **options)
        caught.append(out[1])
        inputs.append(q)
        return out

    layer.self_attn.forward = with_weights
encoder.train()  # eval() takes a path of its own, without weights
for module in encoder.modules():
    if isinstance(module, torch.nn.Dropout):
        module.p = 0.0
for layer in encoder.layers:
    layer.self_attn.dropout = 0.0
encoder(x)
np.savez(f"{folder}/encoder.npz", **{f"layer{n}": w.detach().numpy() for n, w in enumerate(caught)})
torch.save({"attentions": [w.detach() for w in caught]}, f"{folder}/encoder.pt")
for file in ("encoder.npz", "encoder.pt"):
    expect(file, by_numpy(encoder.layers[0].self_attn, inputs[0])[0])

print(f"PyTorch {torch.__version__}, NumPy {np.__version__}: {checked} files are as computed")
