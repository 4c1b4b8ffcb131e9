"""Exports every view of every scene of a folder, reads each file back with readers that share
nothing with the program, and compares it with what `compute` prints or NumPy works out.

every_export.py PROGRAM FOLDER_OF_SCENES tables|figures|films [N]

With N only every Nth scene, for programs that are slow.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

from exported_files import (gif_frames, letters, pdf_letters, png_pixels, read_delimited, read_json,
                            read_latex, read_npy, svg_texts)
from expected_tables import Expectation, check_plane

TABLES = ["csv", "tsv", "npy", "json", "tex"]
FIGURES = ["png", "svg", "pdf"]
FILMS = ["gif"]

program, scene_folder, what = sys.argv[1:4]
step = int(sys.argv[4]) if len(sys.argv) > 4 else 1
all_paths = sorted(glob.glob(f"{scene_folder}/*.attn.json"))
paths = all_paths[::step]
VIEWS_OF_MODELS = ("grid", "readout", "next", "why", "why-weight")


def run(*words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{' '.join(words)}: ended by {done.returncode}\n{done.stderr}")
    return done


def must(*words):
    done = run(*words)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def checked(path, check, *more):
    try:
        return check(path, *more)
    except Exception as error:
        sys.exit(f"{path}: {type(error).__name__}: {error}")


def named(error, before, after):
    """The words that an error lists between two others."""
    return error.partition(before)[2].partition(after)[0].replace(",", " ").split()


def name_of(path):
    return os.path.basename(path).removesuffix(".attn.json")


def exported(view, ending, *more):
    """All scenes; what is written lies in a folder of its own."""
    out = tempfile.mkdtemp(dir=folder) + "/"
    return out, run("export", *paths, "--view", view, "--out", out, "--format", ending, *more)


def read_table(path, ending, expected):
    if ending == "npy":
        return read_npy(path)
    if ending == "json":
        return read_json(path)
    if ending == "tex":
        return read_latex(path)
    return read_delimited(path, {"csv": "excel", "tsv": "excel-tab"}[ending],
                          expected.layers is not None)


def check_table(path, ending, view, expectation):
    expected = expectation.of(view)
    found = read_table(path, ending, expected)
    is_stack = expected.layers is not None
    assert (found.layers is not None) == is_stack, f"{path}: layers {found.layers}"
    for name in ["rows", "columns", "kinds"]:
        shown = getattr(found, name)
        assert shown in (None, getattr(expected, name)), f"{path}: {name} {shown}"
    assert ending == "npy" or not is_stack or found.layers == expected.layers, path
    assert len(found.values) == len(expected.values), f"{path}: {len(found.values)} layers"
    for n, (one, wanted) in enumerate(zip(found.values, expected.values)):
        assert one.shape == wanted.shape, f"{path}: {one.shape} is not {wanted.shape}"
        if view.startswith("plane"):
            if ending != "tex":
                check_plane(*expectation.points(view.partition("-")[2] or "inputs"), one)
        elif ending == "tex":
            near = 1.001 * found.halves[n] + 2e-5 + 1e-4 * np.abs(np.where(np.isinf(one), 0, one))
            is_near = (one == wanted) | (np.abs(one - np.where(np.isinf(wanted), 9e9, wanted))
                                         <= near)
            assert is_near.all(), f"{path}: {one[~is_near]} is not {wanted[~is_near]}"
        elif expected.is_exact:
            assert np.array_equal(one, wanted), f"{path}: {one} is not {wanted}"
        else:
            np.testing.assert_allclose(one, wanted, rtol=1e-4, atol=2e-5, err_msg=path)


def check_files(out, wanted, ending):
    found = set(os.listdir(out))
    wanted = {f"{name}.{ending}" for name in wanted}
    assert found == wanted, f"{out}: lacks {wanted - found}, has {found - wanted}"


def check_tables(views, expectations):
    # With all views, those that have nothing to say of a scene are left out.
    for ending in TABLES:
        out, done = exported("all", ending)
        assert done.returncode == 0 and not done.stderr, done.stderr
        wanted = [(path, view) for path, one in expectations.items() for view in views
                  if one.of(view) and one.is_offered(view)]
        check_files(out, [f"{name_of(path)}-{view}" for path, view in wanted], ending)
        for path, view in wanted:
            checked(f"{out}{name_of(path)}-{view}.{ending}", check_table, ending, view,
                    expectations[path])
    # A view that is asked for by name is refused, in a line of its own.
    for n, view in enumerate(views):
        ending = TABLES[n % len(TABLES)]
        out, done = exported(view, ending)
        having = [path for path, one in expectations.items() if one.of(view)]
        lines = done.stderr.splitlines()
        lacking = [path for path in paths if path not in having]
        assert done.returncode == (2 if lacking else 0), f"{view}: status {done.returncode}"
        assert len(lines) == len(lacking), done.stderr
        for line, path in zip(lines, lacking):
            assert line.startswith(f"attentoscope: {path}: --view {view}: "), line
        check_files(out, map(name_of, having), ending)
        for path in having:
            checked(f"{out}{name_of(path)}.{ending}", check_table, ending, view,
                    expectations[path])


def figures_of(views, expectations):
    return [(path, view) for path, one in expectations.items() for view in views
            if (view != "curve" or one.of(view)) and one.is_offered(view)]


def names_of(views, expectations):
    return [f"{name_of(path)}-{view}" for path, view in figures_of(views, expectations)]


def check_numbers(texts, matrices):
    """Answers whether there was room for numbers. If so they are the matrices', row by row, with
    two decimals; a masked pair has none."""
    numbers = np.array([float(text.replace("−", "-")) for text in texts
                        if re.fullmatch(r"−?\d+\.\d\d", text)])
    wanted = [matrix[np.isfinite(matrix)] for matrix in matrices]
    if len(numbers) < sum(map(len, wanted)) / 2:
        return False
    for one in wanted:
        assert len(one) <= len(numbers), f"{len(numbers)} numbers of {len(one)}"
        runs = np.lib.stride_tricks.sliding_window_view(numbers, len(one))
        near = np.abs(runs - one) <= 0.00501 + 1e-4 * np.abs(one)
        assert near.all(axis=1).any(), f"{numbers} are not {one}"
    return True


def check_figure(name, folders, numbers_in_cells):
    width, height, bytes_seen = png_pixels(f"{folders['png']}{name}.png")
    size, texts = svg_texts(f"{folders['svg']}{name}.svg")
    assert bytes_seen > 2, "nothing is drawn"
    # In half the size, some cells are smaller than a pixel, and a line of words says so.
    line = 16
    assert abs(width - size[0] / 2) <= 1 and -1 <= height - size[1] / 2 <= line, (width, height, size)
    # Each number and name of a figure is text in both.
    words = letters("".join(texts))
    assert words, "no words"
    assert pdf_letters(f"{folders['pdf']}{name}.pdf") == words, "other words in the PDF"
    return check_numbers(texts, numbers_in_cells) if numbers_in_cells else False


def check_figures(views, expectations):
    folders = {}
    for ending in FIGURES:
        small = ["--scale", "0.5"] if ending == "png" else []
        folders[ending], done = exported("all", ending, *small)
        assert done.returncode == 0 and not done.stderr, done.stderr
        check_files(folders[ending], names_of(views, expectations), ending)
    with_numbers = sum(checked(f"{name_of(path)}-{view}", check_figure, folders,
                               expectations[path].in_cells(view))
                       for path, view in figures_of(views, expectations))
    assert with_numbers >= 100 / step, f"numbers in {with_numbers} figures"


COLD, HOT = 0.5, 2


def check_film(path, view, expectation):
    frames = gif_frames(path)
    assert len(frames) == 2, f"{len(frames)} pictures"
    for one in frames:
        colors = one @ np.array([1 << 16, 1 << 8, 1])
        assert len(np.unique(colors)) > 2, "nothing is drawn"
    if view == "weights":
        cold, hot = (expectation.shown_weights_at(temperature) for temperature in (COLD, HOT))
        other_cells = (np.abs(cold - hot) > 0.05).mean()
        other_pixels = (frames[0] != frames[1]).any(axis=2).mean()
        assert other_pixels >= 0.1 * other_cells, f"{other_pixels} for {other_cells} of the cells"


def check_films(views, expectations):
    out, done = exported("all", "gif", "--sweep", f"temperature={COLD}:{HOT}:2", "--scale", "0.25")
    # Kinds without a temperature have no film of it, and each view reports that.
    lacking = {path: one for path, one in expectations.items()
               if one.scene.normalizer["kind"] == "sum"}
    assert done.returncode == (2 if lacking else 0), done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == len(figures_of(views, lacking)), done.stderr
    for line in lines:
        assert any(line.startswith(f"attentoscope: {path}: /normalizer/temperature: ")
                   for path in lacking), line
    expectations = {path: one for path, one in expectations.items() if path not in lacking}
    check_files(out, names_of(views, expectations), "gif")
    for path, view in figures_of(views, expectations):
        checked(f"{out}{name_of(path)}-{view}.gif", check_film, view, expectations[path])


def main():
    views = named(run("export", paths[0], "--view", "?", "--out", "a.png").stderr, "{", "}")
    # "outputs" by its other name; views of trained models
    views = [view for view in views if view not in ("all", "output", *VIEWS_OF_MODELS)]
    endings = named(run("export", paths[0], "--view", "all", "--out", "a.?").stderr, "ends in",
                    ", found")
    assert len(views) >= 20 and len(all_paths) >= 21, (views, all_paths)
    assert sorted(endings) == sorted("." + one for one in TABLES + FIGURES + FILMS), endings
    expectations = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            expectations[path] = Expectation(json.load(file), json.loads(must("compute", path)))
    {"tables": check_tables, "figures": check_figures, "films": check_films}[what](
        views, expectations)


with tempfile.TemporaryDirectory() as folder:
    main()
