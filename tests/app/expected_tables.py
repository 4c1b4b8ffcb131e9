"""What the table of each view of a scene should hold: from what `compute` prints where that has it,
else worked out in NumPy from the scene file."""

import functools
import json
import math

import numpy as np

from attention_by_numpy import Scene, bits, encoding, plain_rates, rates, terms_by_distance
from exported_files import numbers

POINTS = 257  # of a curve
SHOWN = 48  # positions at least, where the scene has fewer


class Expected:
    """Exact numbers are float32's; the others may differ as the contract allows."""

    def __init__(self, values, rows, columns, row_kind="query", stack=None, layers=None,
                 is_exact=True):
        self.values, self.rows, self.columns = values, rows, columns
        self.kinds = [stack, row_kind] if stack else [row_kind]
        self.layers = layers
        self.is_exact = is_exact


def counted(count):
    return [str(n) for n in range(count)]


def worked_out(values, rows, columns, **more):
    return Expected(values, rows, columns, is_exact=False, **more)


def with_changes(scene, changes):
    """The scene's JSON with values put in by JSON pointers; None takes away what is there."""
    scene = json.loads(json.dumps(scene))
    for pointer, value in sorted(changes.items()):
        *way, last = pointer.split("/")[1:]
        parent = scene
        for step in way:
            parent = parent[int(step)] if isinstance(parent, list) else parent.setdefault(step, {})
        last = int(last) if isinstance(parent, list) else last
        if value is not None:
            if last == len(parent):
                parent.append(None)
            parent[last] = value
        elif isinstance(parent, list) or last in parent:
            del parent[last]
    return scene


class Expectation:
    """Of one scene: `scene` is the file's JSON, `result` what compute printed."""

    def __init__(self, scene, result):
        self.scene, self.result = Scene(scene), result
        self.shown_head = min(self.scene.view.get("head", 0), len(self.scene.heads) - 1)
        self.kind = self.scene.position["kind"]

    @functools.cache
    def of(self, view):
        """None: the view has no numbers of this scene."""
        made = getattr(self, view.replace("-", "_"))()
        if made is not None and made.layers is None:
            assert len(made.values) == 1
        return made

    def in_cells(self, view):
        """The matrices whose numbers a view's figure shows where they have room; -inf has none."""
        if view not in ("weights", "scores", "raw-scores", "head-outputs", "effect", "compare",
                        "graph"):
            return None
        if view == "compare":
            heads = [scene.head(self.shown_head) for scene, _ in self.compared()]
            return [np.where(np.isinf(head["scores"]), -np.inf, head["weights"])
                    for head in heads]
        made = self.of("weights" if view == "graph" else view).values
        if view in ("scores", "raw-scores", "head-outputs"):
            return made
        is_masked = np.isinf(self.computed("scores", self.shown_head)[0])
        return [np.where(is_masked, -np.inf, one) for one in made]

    def computed(self, name, head=None):
        heads = self.result["heads"]
        return [numbers(one[name]) for one in (heads if head is None else [heads[head]])]

    def stack(self, name, columns):
        values = self.computed(name)
        return Expected(values, self.scene.query_tokens, columns or counted(values[0].shape[1]),
                        stack="head", layers=counted(len(values)))

    # Computed tables.

    def weights(self):
        return Expected(self.computed("weights", self.shown_head), self.scene.query_tokens,
                        self.scene.tokens)

    def shown_weights_at(self, temperature):
        normalizer = self.scene.normalizer | {"temperature": temperature}
        return self.scene.changed(normalizer=normalizer).head(self.shown_head)["weights"]

    def scores(self):
        return Expected(self.computed("scores", self.shown_head), self.scene.query_tokens,
                        self.scene.tokens)

    def is_offered(self, view):
        """Whether `--view all` has the view: patches only where tokens have no names."""
        if view == "patches":
            return self.of(view) is not None and self.scene.tokens == counted(len(self.scene.tokens))
        return view != "raw-scores" or self.has_raw_scores()

    def has_raw_scores(self):
        return self.scene.masks != [] or self.adds_to_scores()

    def adds_to_scores(self):
        return self.kind in ("alibi", "t5")

    def raw_scores(self):
        if not self.has_raw_scores():
            return self.scores()
        return worked_out([self.scene.head(self.shown_head)["raw"]], self.scene.query_tokens,
                          self.scene.tokens)

    def outputs(self):
        if self.result["output"] is None:
            return self.head_outputs()
        output = numbers(self.result["output"])
        return Expected([output], self.scene.query_tokens, counted(output.shape[1]))

    def heads(self):
        return self.stack("weights", self.scene.tokens)

    def head_outputs(self):
        return self.stack("output", None)

    # Positions.

    def shown_positions(self):
        """The encoding that is shown: where there is none, what the sinusoidal one would be."""
        rows = max(len(self.scene.tokens), len(self.scene.query_tokens), SHOWN)
        width = self.scene.embeddings.shape[1]
        position = {"kind": "sinusoidal"}
        if self.kind in ("sinusoidal", "binary", "learned"):
            position = self.scene.position
        elif self.kind == "rope":
            width = self.scene.head(self.shown_head)["k"].shape[1]
            position |= {key: self.scene.position[key] for key in ("base", "scaling")
                         if key in self.scene.position}
        return position, encoding(position, rows, width)

    def encoding(self):
        table = self.shown_positions()[1]
        if not self.adds_to_scores():
            return worked_out([table], counted(len(table)), counted(table.shape[1]),
                              row_kind="position")
        places, heads = len(table), len(self.scene.heads)
        terms = [terms_by_distance(self.scene.position, h, heads, places, places)
                 for h in range(heads)]
        return worked_out(terms, counted(places), counted(places), stack="head",
                          layers=counted(heads))

    def waves(self):
        """Of each wave its frequency, and whether a shift turns it."""
        position, table = self.shown_positions()
        width = table.shape[1]
        if position["kind"] == "sinusoidal":
            return rates(position, width), True
        if position["kind"] == "binary":
            return np.pi / 2.0 ** np.arange(width), False
        return None, False

    def frequencies(self):
        waves, _ = self.waves()
        if waves is None:
            return None
        columns = {"frequency": waves, "wavelength": 2 * np.pi / waves}
        position, table = self.shown_positions()
        if "scaling" in position:
            columns["unscaled frequency"] = plain_rates(position, table.shape[1])
        return worked_out([np.stack(list(columns.values()), axis=1)], counted(len(waves)),
                          list(columns), row_kind="wave")

    def similarity(self):
        table = self.shown_positions()[1]
        names = counted(len(table))
        return worked_out([table @ table.T], names, names, row_kind="position")

    def rotation(self):
        waves, is_turned = self.waves()
        pairs = self.shown_positions()[1].shape[1] // 2
        if not is_turned or pairs == 0:
            return None
        turns = self.scene.view.get("positions", {}).get("shift", 5) * waves[:pairs]
        matrix = np.zeros((2 * pairs, 2 * pairs))
        for j, (cos, sin) in enumerate(zip(np.cos(turns), np.sin(turns))):
            matrix[2 * j:2 * j + 2, 2 * j:2 * j + 2] = [[cos, sin], [-sin, cos]]
        names = counted(2 * pairs)
        return worked_out([matrix], names, names, row_kind="dimension")

    def binary(self):
        rows = max(len(self.scene.tokens), len(self.scene.query_tokens))
        width = max(1, (rows - 1).bit_length())
        if self.kind == "binary":
            width = self.scene.embeddings.shape[1]
        return worked_out([bits(rows, width)], counted(rows), counted(width), row_kind="position")

    def effect(self):
        own = self.scene if self.kind != "none" else None
        with_them = own or self.scene.changed(position={"kind": "sinusoidal"})
        without = self.scene.changed(position={"kind": "none"})
        return worked_out([one.head(self.shown_head)["weights"] for one in (without, with_them)],
                          self.scene.query_tokens, self.scene.tokens, stack="positions",
                          layers=["without", "with"])

    # Points.

    def points(self, space):
        """The tokens' points, the queries' (or None), and whether both make the axes."""
        head = self.scene.head(self.shown_head)
        if space == "keys":
            return head["k"], head["q"] if head["q"].shape[1] == head["k"].shape[1] else None, True
        if space == "values":
            return head["v"], head["output"], False
        x, queries = self.scene.embeddings, self.scene.query_embeddings
        is_shown = self.scene.has_queries and queries.shape[1] == x.shape[1]
        return self.scene.placed(x), self.scene.placed(queries) if is_shown else None, True

    def plane_of(self, space):
        tokens, queries, _ = self.points(space)
        before = "output of " if space == "values" else "query "
        names = [before + name for name in self.scene.query_tokens] if queries is not None else []
        places = np.zeros((len(tokens) + len(names), 2))  # by check_plane
        return worked_out([places], self.scene.tokens + names, ["x", "y"], row_kind="point")

    def plane(self):
        return self.plane_of("inputs")

    def plane_keys(self):
        return self.plane_of("keys")

    def plane_values(self):
        return self.plane_of("values")

    def curve(self):
        scene = self.scene
        own = scene.head(self.shown_head)
        is_line = all(m.shape[1] == 1 for m in (scene.embeddings, scene.query_embeddings, own["v"]))
        if not is_line or self.kind != "none":
            return None
        assert len(scene.heads) == 1 and "combine" not in scene.scene, "the output is the head's"
        x = np.linspace(scene.embeddings.min(), scene.embeddings.max(), POINTS)
        asked = scene.changed(queries={"tokens": [""] * POINTS, "embeddings": x[:, None]},
                              masks=[m for m in scene.masks if m["kind"] == "padding"])
        estimate = asked.head(self.shown_head)["output"]
        return worked_out([np.column_stack([x, estimate])], counted(POINTS), ["query", "estimate"],
                          row_kind="point")

    def panel(self, score, normalizer, name="", changes={}):
        """The scene with a panel's kinds and changes, and what the panel is called."""
        scene = self.scene
        if score:
            scene = scene.changed(score={"kind": score} | {
                key: x for key, x in scene.score.items() if key in ("scale", "cap")})
        if normalizer:
            scene = scene.changed(normalizer=scene.normalizer | {"kind": normalizer})
        whole = {"heads": scene.heads, "score": scene.score, "normalizer": scene.normalizer,
                 "position": scene.position} | scene.scene
        as_it_is = "as it is" if not score and not normalizer else f"{score}, {normalizer}"
        return Scene(with_changes(whole, changes)), name or as_it_is

    def compared(self):
        panels = self.scene.view.get("compare") or [
            [self.scene.score["kind"], self.scene.normalizer["kind"]]]
        if len(panels) < 2:
            other = "dot" if panels[0][0] == "scaled_dot" else "scaled_dot"
            panels = panels + [[other, panels[0][1]]]
        return [self.panel(*panel) for panel in panels]

    def compare(self):
        scenes, names = zip(*self.compared())
        return worked_out([scene.head(self.shown_head)["weights"] for scene in scenes],
                          self.scene.query_tokens, self.scene.tokens, stack="panel",
                          layers=list(names))

    def cost(self):
        """Multiplications that are counted pair by pair, and what the next token still needs."""
        scene = self.scene
        least = scene.running_sums() or scene.counts()
        own, has_queries = len(scene.tokens), scene.has_queries
        decades = np.arange(np.ceil(6 * np.log10(max(4096, 4 * own))) + 1)
        tokens = sorted({int(np.floor(10 ** (step / 6) + 0.5)) for step in decades})
        rows = []
        for keys in tokens:
            queries = len(scene.query_tokens) if has_queries else keys
            next_keys = keys if has_queries else keys + 1
            of_next = scene.seen_by_place(queries, next_keys)
            # All rows anew, where those before see the key that comes or change by its coming.
            is_anew = scene.depends_on_count() or (
                not has_queries and scene.seen_by_place(queries - 1, next_keys)[-1])
            if is_anew:
                one_more = [queries + 1, next_keys - keys,
                            scene.pairs_by_place(queries + 1, next_keys) if least[2] else 0]
            else:
                one_more = [1, next_keys - keys, of_next.sum()]
            pairs = scene.pairs_by_place(queries, keys)
            kept = least[3] * (keys if is_anew else of_next[:keys].sum())
            if scene.running_sums():
                kept = least[3]
            full = scene.full_counts()
            rows.append([np.dot(least[:3], [queries, keys, pairs]),
                         np.dot(full[:3], [queries, keys, queries * keys]),
                         np.dot(least[:3], one_more), kept, full[3] * keys])
        return worked_out([np.array(rows, float)], [str(n) for n in tokens],
                          ["multiplications", "of full attention", "of one more", "numbers stored",
                           "stored by full attention"], row_kind="tokens")

    # No table: shapes, and one number explained.

    def patches(self):
        """Keys as a square of patches, behind as many other tokens as are usual."""
        scene = self.scene
        count = len(scene.tokens)
        usual = [n for n in (0, 1, 5, 2, 3, 4) if count - n >= 4 and math.isqrt(count - n) ** 2 == count - n]
        if not usual:
            return None
        skip, side = usual[0], math.isqrt(count - usual[0])
        query = 0 if skip > 0 and scene.query_tokens == scene.tokens else len(scene.query_tokens) - 1
        query = scene.view.get("selection", {"query": query})["query"]
        weights = self.computed("weights", self.shown_head)[0][query]
        places = [divmod(n - skip, side) if n >= skip else (-np.inf, -np.inf) for n in range(count)]
        table = [[*place, n, weights[n]] for n, place in enumerate(places)]
        return Expected([np.array(table, dtype=np.float32)], scene.tokens,
                        ["row", "column", "token", "weight"], "token")

    def graph(self):
        return None

    def inspector(self):
        return None

    def links(self):
        return None

    def steps(self):
        return None

    def symmetry(self):
        return None


def check_plane(points, queries, are_all, places):
    """Whether `places` are the points on their first two principal axes (on their dimensions, where
    those are two or fewer): along each they vary as the eigenvalue says, and the axes are unit
    vectors at right angles."""
    everything = points if queries is None else np.vstack([points, queries])
    if points.shape[1] <= 2:
        expected = np.zeros((len(everything), 2))
        expected[:, :points.shape[1]] = everything
        np.testing.assert_allclose(places, expected, rtol=1e-4, atol=2e-5)
        return
    made = everything if are_all else points
    centered = made - made.mean(axis=0)
    largest = np.linalg.eigvalsh(centered.T @ centered)[::-1][:2]
    shown = places[:len(made)] - places[:len(made)].mean(axis=0)
    scale = max(largest[0], 1)
    np.testing.assert_allclose(shown.T @ shown, np.diag(largest), atol=1e-4 * scale)
    axes, *_ = np.linalg.lstsq(everything, places, rcond=1e-5)
    np.testing.assert_allclose(everything @ axes, places, atol=1e-4 * np.sqrt(scale))
    for axis, value in zip(axes.T, largest):
        if value < 1e-6 * scale:
            continue  # any direction at right angles will do
        np.testing.assert_allclose(np.linalg.norm(axis), 1, atol=1e-3)
        assert axis[np.argmax(np.abs(axis) > np.abs(axis).max() * 0.999)] > 0, "its sign"
