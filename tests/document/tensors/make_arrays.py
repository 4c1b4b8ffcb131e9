"""Writes arrays in every format and type, and what each is as float32, for tensor_file_test.

make_arrays.py EMPTY_FOLDER

`list` names in each line a file, an array, and its axes; `N.raw` has the numbers of the N-th line.
"""

import json
import struct
import sys

import numpy as np

folder = sys.argv[1]
random = np.random.default_rng(7)
lines = []


def expect(file, name, array, axes=None):
    axes = array.shape if axes is None else axes
    with open(f"{folder}/{len(lines)}.raw", "wb") as raw:
        raw.write(np.ascontiguousarray(array, dtype="<f4").tobytes())
    lines.append("\t".join([file, name, " ".join(str(n) for n in axes)]))


def save(file, array, expected=None, version=None):
    with open(f"{folder}/{file}", "wb") as out:
        np.lib.format.write_array(out, array, version=version)
    expect(file, "", array if expected is None else expected)


def as_bfloat16(array):
    """The upper half of each float32, and what that is."""
    bits = np.ascontiguousarray(array, dtype="<f4").view("<u4") >> 16
    return bits.astype("<u2"), (bits << 16).view("<f4").reshape(array.shape)


wide = random.normal(size=(2, 3, 5, 7)) * 10 ** random.uniform(-6, 6, size=(2, 3, 5, 7))
for dtype in ["<f2", "<f4", "<f8"]:
    small = random.normal(size=(3, 4, 5)).astype(dtype)
    save(f"c{dtype[1:]}.npy", small)
    save(f"f{dtype[1:]}.npy", np.asfortranarray(small))
    for version in [(1, 0), (2, 0), (3, 0)]:
        save(f"v{version[0]}{dtype[1:]}.npy", small, version=version)
# Every half there is, but those that are no numbers: subnormal ones, zeros of both signs, infinity.
halves = np.arange(1 << 16, dtype="<u2").view("<f2").reshape(256, 256)
save("halves.npy", np.where(np.isnan(halves), np.float16(0), halves))
upper, brain = as_bfloat16(wide)
save("brain.npy", upper.view("V2").reshape(wide.shape), expected=brain)
with open(f"{folder}/brain2.npy", "wb") as out:
    with open(f"{folder}/brain.npy", "rb") as written:
        out.write(written.read().replace(b"'|V2'", b"'<V2'"))
expect("brain2.npy", "", brain)
for shape in [(4, 6), (1, 1), (1, 9), (9, 1)]:
    save(f"plain{shape[0]}x{shape[1]}.npy", random.normal(size=shape).astype("<f4"))

arrays = {
    "attentions.0": random.random((2, 4, 4), dtype="float32"),
    "attentions.1": np.asfortranarray(random.random((2, 4, 4))),
    "a/b ü": random.random((300, 200)).astype("<f2"),
}
for file, write in [("stored.npz", np.savez), ("deflated.npz", np.savez_compressed)]:
    write(f"{folder}/{file}", **arrays)
    for name, array in arrays.items():
        expect(file, name, array)

tensors = {
    "one": ("F32", random.random((2, 3), dtype="float32"), None),
    "half": ("F16", random.random((4, 2, 2)).astype("<f2"), None),
    "double": ("F64", random.random((3, 3)), None),
    "brain": ("BF16", upper, brain),
}
header, data = {"__metadata__": {"tokens": '["a", "b"]'}}, b""
for name, (dtype, array, expected) in tensors.items():
    numbers = np.ascontiguousarray(array).tobytes()
    shape = wide.shape if dtype == "BF16" else array.shape
    header[name] = {
        "dtype": dtype,
        "shape": shape,
        "data_offsets": [len(data), len(data) + len(numbers)],
    }
    data += numbers
    expect("some.safetensors", name, array if expected is None else expected, shape)
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
with open(f"{folder}/some.safetensors", "wb") as out:
    out.write(struct.pack("<Q", len(text)) + text + data)

np.savez(f"{folder}/texts.npz", tokens=np.array(["the", "Kätzchen", "😀", ""]), bytes=np.array([b"a", b"bc"]))
with open(f"{folder}/list", "w", encoding="utf-8") as out:
    out.write("\n".join(lines) + "\n")
