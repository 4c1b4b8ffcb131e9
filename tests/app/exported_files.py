"""Readers of what Attentoscope exports that share nothing with it: NumPy, Python's own csv, json,
xml and zlib, poppler's pdftotext, and LaTeX's and GIF's few rules read here."""

import csv
import json
import re
import struct
import subprocess
import xml.etree.ElementTree as xml
import zlib

import numpy as np


class Table:
    """`values` is a list of matrices, one for each of `layers` (None: there is one, no stack).
    What a format has no place for is None."""

    def __init__(self, values, layers=None, rows=None, columns=None, kinds=None):
        self.values, self.layers = values, layers
        self.rows, self.columns, self.kinds = rows, columns, kinds


def numbers(rows):
    """A matrix of JSON's numbers; null, where a key is masked, as -inf."""
    return np.array([[-np.inf if x is None else x for x in row] for row in rows], dtype=np.float32)


def read_npy(path):
    array = np.load(path)
    assert array.dtype == np.dtype("<f4") and array.flags["C_CONTIGUOUS"]
    return Table(list(array) if array.ndim == 3 else [array], [] if array.ndim == 3 else None)


def read_delimited(path, dialect, is_stack):
    with open(path, newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file, dialect)
    depth = 2 if is_stack else 1
    assert lines and all(len(line) == len(head) for line in lines), path
    layers = list(dict.fromkeys(line[0] for line in lines)) if is_stack else None
    values, names = [], []
    for layer in layers or [None]:
        of_layer = [line for line in lines if layer in (None, line[0])]
        names.append([line[depth - 1] for line in of_layer])
        cells = [[float(cell or "-inf") for cell in line[depth:]] for line in of_layer]
        values.append(np.array(cells).astype(np.float32))
    assert all(rows == names[0] for rows in names), path
    return Table(values, layers, names[0], head[depth:], head[:depth])


def read_json(path):
    with open(path, encoding="utf-8") as file:
        table = json.load(file, parse_constant=lambda word: [][word])  # NaN is no JSON
    assert table["format"] == "attentoscope/table" and table["version"] == 1
    layers = table.get("layers")
    values = [numbers(one) for one in (table["values"] if layers else [table["values"]])]
    return Table(values, layers, table["rows"], table["columns"])


def plain(latex):
    """The text that LaTeX sets."""
    names = {"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
             "textless": "<", "textgreater": ">", "textbar": "|"}
    text = re.sub(r"\\(text[a-z]+)\{\}", lambda m: names[m[1]], latex)
    return re.sub(r"\\([&%$#_{}])", r"\1", re.sub(r"\{([\[*])\}", r"\1", text)).strip()


def latex_number(cell):
    """The number, and half of what its last digit is worth."""
    if cell == "--":
        return -np.inf, 0
    digits, power = re.fullmatch(r"\$?(-?[\d.]+)(?: \\times 10\^\{(-?\d+)\})?\$?", cell).groups()
    worth = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
    return float(f"{digits}e{power or 0}"), worth / 2


def read_latex(path):
    """`halves` are, of each number, half of what its last digit is worth."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    bodies = re.findall(r"(?:^% (\w+) (.*)\n)?\\begin\{tabular\}\{l\*\{(\d+)\}\{r\}\}\n\\toprule\n"
                        r"(.*) \\\\\n\\midrule\n((?:.* \\\\\n)+)\\bottomrule\n\\end\{tabular\}$",
                        text, re.M)
    assert len(bodies) == text.count("\\begin{tabular}") > 0, path
    values, halves = [], []
    for _, _, width, head, body in bodies:
        names = [plain(cell) for cell in re.split(r"(?<!\\)&", head)]
        lines = [re.split(r"(?<!\\)&", line[:-3]) for line in body.splitlines()]
        assert {len(names), *map(len, lines)} == {int(width) + 1}, path
        cells = np.array([[latex_number(cell.strip()) for cell in line[1:]] for line in lines])
        values.append(cells[:, :, 0])
        halves.append(cells[:, :, 1])
    stack = bodies[0][0]
    table = Table(values, [plain(body[1]) for body in bodies] if stack else None,
                  [plain(line[0]) for line in lines], names[1:], [stack, names[0]][not stack:])
    table.halves = halves
    return table


def png_pixels(path):
    """Width, height, and the distinct bytes of the picture's unpacked rows."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed, kinds = 8, b"", []
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        (check,) = struct.unpack(">I", data[at + 8 + size:at + 12 + size])
        assert zlib.crc32(kind + body) == check, f"{path}: {kind}"
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        packed += body if kind == b"IDAT" else b""
        kinds.append(kind)
        at += 12 + size
    assert kinds[0] == b"IHDR" and kinds[-1] == b"IEND", f"{path}: {kinds}"
    rows = zlib.decompress(packed)
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    assert len(rows) == height * (1 + (width * bits + 7) // 8), path
    return width, height, len(set(rows))


def letters(text):
    """What it is written with, whatever it is broken into."""
    return sorted(c for c in text if not c.isspace())


def svg_texts(path):
    """Its size, and its texts in the order in which they are drawn."""
    root = xml.parse(path).getroot()
    assert root.tag.endswith("}svg"), path
    texts = ["".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text")]
    size = tuple(float(root.get(side).removesuffix("px")) for side in ("width", "height"))
    return size, texts


def pdf_letters(path):
    return letters(subprocess.run(["pdftotext", path, "-"], check=True, capture_output=True,
                                  text=True).stdout)


def unpacked(data, first_bits):
    """The bytes of a GIF's picture: LZW, whose codes grow from first_bits + 1 to 12 bits."""
    clear = 1 << first_bits
    bits, at, size = first_bits + 1, 0, 8 * len(data)
    words, before, out = [], None, []
    while at + bits <= size:
        code = int.from_bytes(data[at // 8:at // 8 + 3], "little") >> at % 8 & (1 << bits) - 1
        at += bits
        if code == clear:
            words = [bytes([n]) for n in range(clear)] + [b"", b""]
            bits, before = first_bits + 1, None
            continue
        if code == clear + 1:
            break
        assert code <= len(words), f"code {code}"
        word = words[code] if code < len(words) else before + before[:1]
        if before is not None and len(words) < 4096:
            words.append(before + word[:1])
        out.append(word)
        before = word
        if len(words) == 1 << bits and bits < 12:
            bits += 1
    return b"".join(out)


def gif_frames(path):
    """What a film shows, picture by picture: arrays of height, width and red, green, blue."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:6] == b"GIF89a", path
    width, height, flags = struct.unpack("<HHB", data[6:11])
    at = 13

    def colors(flags):
        nonlocal at
        size = 3 << (flags & 7) + 1 if flags & 0x80 else 0
        at += size
        return np.frombuffer(data[at - size:at], dtype=np.uint8).reshape(-1, 3)

    def blocks():
        nonlocal at
        body = b""
        while data[at]:
            body += data[at + 1:at + 1 + data[at]]
            at += 1 + data[at]
        at += 1
        return body

    own = colors(flags)
    shown = np.zeros((height, width, 3), dtype=np.uint8)
    frames, unchanged = [], None
    while data[at] != 0x3b:
        at += 1
        if data[at - 1] == 0x21:  # an extension
            at += 1
            is_control, body = data[at - 1] == 0xf9, blocks()
            if is_control:
                assert body[0] >> 2 & 7 in (0, 1), f"{path}: it does not stay"
                unchanged = body[3] if body[0] & 1 else None
            continue
        assert data[at - 1] == 0x2c, f"{path}: {data[at - 1]:#x} at {at - 1}"
        x, y, w, h, flags = struct.unpack("<4HB", data[at:at + 9])
        assert 0 < w <= width - x and 0 < h <= height - y and not flags & 0x40, path
        assert frames or (w, h) == (width, height) and unchanged is None, f"{path}: holes"
        at += 9
        table = colors(flags) if flags & 0x80 else own
        first_bits = data[at]
        at += 1
        steps = np.frombuffer(unpacked(blocks(), first_bits), dtype=np.uint8)
        assert steps.size == w * h, f"{path}: {steps.size} pixels of {w} x {h}"
        steps = steps.reshape(h, w)
        is_new = steps != unchanged if unchanged is not None else np.full((h, w), True)
        shown[y:y + h, x:x + w][is_new] = table[steps[is_new]]
        frames.append(shown.copy())
    assert at + 1 == len(data), path
    return frames
