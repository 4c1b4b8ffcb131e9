#!/usr/bin/python3
"""Makes layers.npz: made-up weights of 24 layers of 16 heads over a sentence, with habits that heads
of trained models are known for: the token before, the first token, the same word, the full stop. Early
layers look near, late ones at the first token. No model gave them. Needs NumPy."""

import sys
import zipfile
from io import BytesIO

import numpy

LAYERS, HEADS, PARTS = 24, 16, 128  # weights are whole parts of a row, so that the file is small
WORDS = "The cat sat on the mat and the dog sat on it .".split()
COUNT = len(WORDS)
ROW, KEY = numpy.mgrid[:COUNT, :COUNT]
SAME = numpy.array([[a.lower() == b.lower() for b in WORDS] for a in WORDS])
AFTER_SAME = numpy.hstack([numpy.zeros((COUNT, 1), bool), SAME[:, :-1]])

HABITS = {  # scores of each pair
    "near": lambda: -0.5 * (ROW - KEY) ** 2,
    "before": lambda: 4.0 * (KEY == ROW - 1),
    "itself": lambda: 4.0 * (KEY == ROW),
    "same": lambda: 3.0 * SAME,
    "after same": lambda: 4.0 * AFTER_SAME,
    "broad": lambda: numpy.zeros((COUNT, COUNT)),
    "stop": lambda: 4.0 * numpy.array([word == "." for word in WORDS])[None, :] + 0 * ROW,
    "first": lambda: 5.0 * (KEY == 0),
}


def chances(depth):
    """Of each habit, at a depth of 0 to 1."""
    early, middle, late = (1 - depth) ** 2, 4 * depth * (1 - depth), depth**2
    shares = numpy.array([3 * early, 2 * early, early, middle, 1.5 * middle, 0.6, 0.7 * late,
                          0.6 * middle + 3 * late])
    return shares / shares.sum()


def in_parts(weights):
    """Rows of whole parts that sum to 1: what is left goes to the largest remainders."""
    parts = numpy.floor(weights * PARTS)
    rest = weights * PARTS - parts
    for row in range(COUNT):
        missing = int(round(PARTS - parts[row].sum()))
        parts[row, numpy.argsort(-rest[row], kind="stable")[:missing]] += 1
    return (parts / PARTS).astype(numpy.float32)


def head(random, depth):
    habit = random.choice(list(HABITS), p=chances(depth))
    scores = random.uniform(0.6, 1.4) * HABITS[habit]() + random.uniform(0.1, 0.5) * random.normal(
        size=(COUNT, COUNT))
    scores = numpy.where(KEY <= ROW, scores, -numpy.inf)
    weights = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return in_parts(weights / weights.sum(axis=1, keepdims=True))


def main(path):
    random = numpy.random.Generator(numpy.random.PCG64(24))
    weights = numpy.array([[head(random, layer / (LAYERS - 1)) for _ in range(HEADS)]
                           for layer in range(LAYERS)])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in (("attention", weights), ("tokens", numpy.array(WORDS))):
            content = BytesIO()
            numpy.save(content, array)
            archive.writestr(zipfile.ZipInfo(name + ".npy"), content.getvalue(), zipfile.ZIP_DEFLATED)


main(sys.argv[1] if len(sys.argv) > 1 else "layers.npz")
