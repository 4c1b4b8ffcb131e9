"""Tests of the module `attentoscope`: what it gives is what the command line gives, to the bit."""
import gc
import json
import os
import socket
import struct
import pathlib
import subprocess
import sys
import threading

import numpy as np
import pytest

import attentoscope as at

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["ATTENTOSCOPE_PROGRAM"]
SCENES = sorted(path for folder in ("golden", "golden2") for path in (ROOT / "tests" / folder).glob("*.attn.json"))
EXAMPLE = ROOT / "assets/examples/08-it.attn.json"


def run(*words):
    """What the program prints; ends within two minutes."""
    return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, timeout=120).stdout


def rows(numbers):
    return np.array([[-np.inf if one is None else one for one in row] for row in numbers], np.float32)


def svg_in(path):
    """The picture in a file, without the declaration of XML, which nbconvert refuses in a text."""
    return path.read_text()[path.read_text().index("<svg"):]


def assert_equal(array, numbers, where):
    """`array` is what the program printed as `numbers`, to the bit."""
    if array is None:
        assert numbers is None or rows(numbers).size == 0, where
        return
    assert array.dtype == np.float32 and not array.flags.writeable
    np.testing.assert_array_equal(array, rows(numbers), where)


def small(**parts):
    random = np.random.default_rng(1)
    return at.Scene({"tokens": ["a", "b", "c"], "embeddings": random.normal(size=(3, 4)), **parts})


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_computes_what_the_program_computes(path):
    result, expected = at.Scene.open(path).compute(), json.loads(run("compute", path))
    assert len(result.heads) == len(expected["heads"]) > 0
    for head, numbers in zip(result.heads, expected["heads"]):
        for part in ("q", "k", "v", "scores", "weights", "output"):
            assert_equal(getattr(head, part), numbers[part], part)
    assert_equal(result.output, expected["output"], "output")
    assert_equal(result.position, expected["position"], "position")
    assert result.warnings == expected["warnings"]


def with_arrays(value):
    """Lists of rows of numbers as arrays; None, a hidden key, is -inf."""
    if isinstance(value, dict):
        return {key: with_arrays(one) for key, one in value.items()}
    if isinstance(value, list):
        try:
            array = np.array(value, np.float64)
            if array.ndim == 2 and not isinstance(value[0][0], bool) and array.size:
                return np.nan_to_num(array, nan=-np.inf)
        except (ValueError, TypeError):
            pass
        return [with_arrays(one) for one in value]
    return value


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_takes_a_dictionary_with_arrays(path):
    parts = json.loads(path.read_text(encoding="utf-8-sig"))
    edges = [mask for mask in parts.get("masks", []) if "edges" in mask or "allowed" in mask]
    scene = at.Scene(parts if edges else with_arrays(parts))
    assert scene.dict() == at.Scene.open(path).dict()


def test_arrays_are_not_copied_and_outlive_their_scene():
    scene = small()
    first, again = scene.compute().heads[0].weights, scene.compute().heads[0].weights
    assert np.shares_memory(first, again)
    kept = first.copy()
    del scene, again
    gc.collect()
    small().compute()
    np.testing.assert_array_equal(first, kept)
    with pytest.raises(ValueError):
        first[0, 0] = 1


def test_takes_lists():
    scene = at.Scene(tokens=["a"], embeddings=[[1, 2]])
    assert scene.dict() == {"format": "attentoscope/scene", "version": 1, "tokens": ["a"], "embeddings": [[1, 2]]}
    assert at.Scene({"version": 1, "tokens": ["a"], "embeddings": [[1, 2]]}).dict() == scene.dict()


def test_kinds_may_be_names_alone():
    short = small(score="dot", masks=["causal"], normalizer="sparsemax", position="sinusoidal", combine="mean")
    long = small(score={"kind": "dot"}, masks=[{"kind": "causal"}], normalizer={"kind": "sparsemax"},
                 position={"kind": "sinusoidal"}, combine={"kind": "mean"})
    assert short.dict() == long.dict()
    assert short.compute().heads[0].scores[0, 1] == -np.inf


def test_gradients_are_those_of_the_program(tmp_path):
    loss = {"kind": "mse", "target": np.ones((11, 16)).tolist()}
    scene = at.Scene.open(EXAMPLE)
    output = scene.compute().output
    loss["target"] = np.zeros_like(output)
    found = scene.gradients(loss)
    (tmp_path / "loss.json").write_text(json.dumps({"kind": "mse", "target": loss["target"].tolist()}))
    expected = json.loads(run("gradients", EXAMPLE, "--loss", tmp_path / "loss.json"))
    assert found.loss == expected["loss"] > 0
    assert list(found) == list(expected["gradients"])
    for place, numbers in expected["gradients"].items():
        np.testing.assert_array_equal(found[place], np.array(numbers), place)
    with pytest.raises(at.Error, match="target"):
        scene.gradients({"kind": "mse", "target": np.zeros((2, 2))})


EXPORTS = [("weights", "a.svg", {}, []),
           ("weights", "a.png", {"head": 1, "query": 7, "for_": "column"}, ["--head=1", "--query=7", "--for=column"]),
           ("weights", "a.pdf", {"title": "Weights", "numbers": False, "heads": [0, 2]},
            ["--title=Weights", "--numbers=off", "--heads=0,2"]),
           ("weights", "a.png", {"bare": True, "cell": 4}, ["--bare", "--cell=4"]),
           ("weights", "a.csv", {"head": "all"}, ["--head=all"]),
           ("weights", "a.npy", {}, []),
           ("links", "a.svg", {"set": {"links.arrangement": "lines"}}, ["--set", "links.arrangement=lines"]),
           ("heads", "a.svg", {"theme": "dark", "width": "8cm"}, ["--theme=dark", "--width=8cm"]),
           ("weights", "a.svg", {"note": ["7,1=its noun", "0,0=start"]}, ["--note=7,1=its noun", "--note=0,0=start"]),
           ("weights", "a.gif", {"sweep": "temperature=0.2:4:4", "fps": 5}, ["--sweep=temperature=0.2:4:4", "--fps=5"])]


@pytest.mark.parametrize("view, name, options, words", EXPORTS)
def test_exports_what_the_program_exports(tmp_path, view, name, options, words):
    ours, theirs = tmp_path / name, tmp_path / ("program-" + name)
    at.Scene.open(EXAMPLE).export(view, ours, **options)
    run("export", EXAMPLE, "--view", view, "--out", theirs, *words)
    assert ours.read_bytes() == theirs.read_bytes()


def test_shows_itself_in_jupyter(tmp_path):
    scene = at.Scene.open(EXAMPLE)
    scene.export("weights", tmp_path / "a.svg")
    scene.export("weights", tmp_path / "a.png")
    assert scene._repr_svg_() == svg_in(tmp_path / "a.svg")
    assert scene._repr_png_() == (tmp_path / "a.png").read_bytes()
    scene.export("links", tmp_path / "b.svg", title="Links")
    assert scene.figure("links", title="Links")._repr_svg_() == svg_in(tmp_path / "b.svg")


def test_draws_panels_as_the_program_does(tmp_path):
    scene, ours, theirs = at.Scene.open(EXAMPLE), tmp_path / "a.svg", tmp_path / "b.svg"
    panels = [at.Panel("links", scene), at.Panel("weights", scene, head=1, temperature=0.5), at.difference]
    panels[0] = at.Panel("weights", scene, head=1)
    at.figure(panels, letters=True, columns=3).save(ours)
    run("export", "--panels", f"weights@{EXAMPLE}:head=1", f"weights@{EXAMPLE}:head=1,temperature=0.5", "difference",
        "--letters", "--columns=3", "--out", theirs)
    assert ours.read_bytes() == theirs.read_bytes()
    assert at.figure(panels, letters=True, columns=3)._repr_svg_() == svg_in(theirs)
    changed = at.figure([at.Panel("weights", scene, **{"/heads/0/w_q/0/1": 3})])._repr_svg_()
    run("export", "--panels", f"weights@{EXAMPLE}:/heads/0/w_q/0/1=3", "--out", theirs)
    assert changed == svg_in(theirs)
    with pytest.raises(at.Error, match="panel 1: "):
        at.figure([at.Panel("weights", scene, heat=3)])._repr_svg_()
    with pytest.raises(at.Error):
        at.figure([at.difference])._repr_svg_()
    with pytest.raises(at.Error, match="1 to 100 panels"):
        at.figure([])._repr_svg_()


def test_trains_what_the_program_trains(tmp_path):
    seen = []
    network = at.train("copy", steps=30, seed=3, lr=0.02, test_every=10,
                       on_test=lambda made, step, loss, accuracy: seen.append((step, loss, len(made.scene().dict()))))
    network.save(tmp_path / "a.attn-net.json")
    run("train", "copy", "--steps=30", "--seed=3", "--set", "lr=0.02", "--test-every=10",
        "--out", tmp_path / "b.attn-net.json", "--log", tmp_path / "b.csv")
    assert (tmp_path / "a.attn-net.json").read_bytes() == (tmp_path / "b.attn-net.json").read_bytes()
    lines = [line.split(",") for line in (tmp_path / "b.csv").read_text().splitlines()[1:]]
    tests = [(int(line[0]), float(line[3]), float(line[4])) for line in lines if line[3]]
    assert [step for step, _, _ in seen] == [step for step, _, _ in tests] == list(network.curve["step"])
    np.testing.assert_allclose(network.curve["loss"], [loss for _, loss, _ in tests], rtol=1e-6)
    np.testing.assert_allclose(network.curve["accuracy"], [right for _, _, right in tests], rtol=1e-6)
    again = at.Network.open(tmp_path / "b.attn-net.json")
    assert again.dict() == network.dict() == at.Network(network.dict()).dict()
    expected = json.loads(run("compute", tmp_path / "b.attn-net.json"))
    assert_equal(again.logits(), expected["logits"], "logits")
    assert_equal(again.scene().compute().heads[0].weights,
                 expected["blocks"][0]["attention"]["heads"][0]["weights"], "weights")
    assert again._repr_svg_().startswith("<svg")


def test_a_network_has_the_heads_of_its_layers():
    network = at.train("copy", steps=1, layers=2, heads=2, residual="on")
    heads = network.heads()
    assert len(heads) == len(network)
    assert heads.measures()["entropy"].shape == (2, 2)
    for layer in heads.layers:
        weights = [head.weights for head in network.scene(layer).compute().heads]
        shown = [head.weights for head in heads.scene(layer).compute().heads]
        np.testing.assert_allclose(shown, weights, atol=1e-6)


@pytest.mark.parametrize("view, options, words", [
    ("grid", {"by": "distance", "title": "All"}, ["--grid", "{out}", "--by", "distance", "--title", "All"]),
    ("measures", {"bars": True, "layers": [1]}, ["--measures", "{out}", "--bars", "--layer", "1"]),
])
def test_draws_all_heads_as_the_program_does(tmp_path, view, options, words):
    weights = np.random.default_rng(1).dirichlet(np.ones(5), size=(2, 3, 5)).astype(np.float32)
    np.savez(tmp_path / "Python", **{f"attentions.{n}": one for n, one in enumerate(weights)})
    os.rename(tmp_path / "Python.npz", tmp_path / "Python")
    at.from_attention(list(weights), axes="hqk").export(view, tmp_path / "a.svg", **options)
    run("import", tmp_path / "Python", *[word.format(out=tmp_path / "b.svg") for word in words])
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    attention = at.from_attention(list(weights), axes="hqk")
    with pytest.raises(ValueError, match="by: expected one of"):
        attention.export(view, tmp_path / "a.svg", by="width")
    with pytest.raises(ValueError, match="an option of figures of all heads"):
        attention.export(view, tmp_path / "a.svg", numbers=False)
    with pytest.raises(ValueError, match="set: expected a view of a layer"):
        attention.export(view, tmp_path / "a.svg", set={"links.arrangement": "lines"})
    attention.export("grid", tmp_path / "one.svg", layer=1)
    attention.export("grid", tmp_path / "same.svg", layers=[1])
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "same.svg").read_bytes()


def test_training_says_what_is_wrong_and_stops_when_asked():
    for wrong, words in [({"task": "copying"}, "one of"), ({"task": "copy", "speed": 3}, "NAME=VALUE"),
                         ({"task": "copy", "lr": -1}, "lr: expected a number > 0"),
                         ({"task": "copy", "steps": -1}, "at least 0"),
                         ({"task": "copy", "width": 7, "heads": 2}, "multiple")]:
        with pytest.raises(at.Error, match=words):
            at.train(**wrong)

    def stop(network, step, loss, accuracy):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        at.train("copy", steps=10**6, on_test=stop)


def weights_of(*shape, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(shape[-1]), size=shape[:-1]).astype(np.float32)


class Bfloat16:
    """A tensor as PyTorch has it, of a type that NumPy does not have."""
    dtype = "torch.bfloat16"

    def __init__(self, array):
        self.array = array

    def detach(self):
        return self

    cpu = detach

    def float(self):
        return self.array


class Outputs:
    """Outputs of a model as Hugging Face's library returns them."""

    def __init__(self, attentions):
        self.attentions = attentions


def test_takes_attention_of_other_libraries():
    layers = tuple(weights_of(1, 2, 4, 4, seed=n) for n in range(3))
    tokens = ["the", "cat", "sat", "down"]
    forms = [layers, list(layers), Outputs(layers), [one.astype(np.float16) for one in layers],
             [Bfloat16(one) for one in layers], {f"block{n}": one for n, one in enumerate(layers)}, np.stack(layers),
             [one.astype(np.float64) for one in layers]]
    for form in forms:
        attention = at.from_attention(form, tokens, axes="bhqk" if form is not forms[6] else "lbhqk")
        assert len(attention) == 3 and attention.shape(2) == (2, 4, 4)
        scene = attention.scene(2)
        assert scene.dict()["tokens"] == tokens
        np.testing.assert_allclose(scene.compute().heads[1].weights, layers[2][0, 1], atol=1e-3)
    with pytest.raises(at.Error, match="output_attentions"):
        at.from_attention((None, None))
    with pytest.raises(at.Error, match="expected numbers"):
        at.from_attention(np.array(["a"]))


def test_takes_one_matrix_one_head_and_one_of_a_batch():
    weights = weights_of(5, 3, 6, 6)
    np.testing.assert_allclose(at.from_attention(weights[0, 0]).scene().compute().heads[0].weights, weights[0, 0],
                               atol=1e-6)
    with pytest.warns(UserWarning, match="taken for heads"):
        assert at.from_attention(weights[0]).shape() == (3, 6, 6)
    one = at.from_attention(weights, batch=4, axes="bhqk")
    np.testing.assert_allclose(one.scene(heads=[2]).compute().heads[0].weights, weights[4, 2], atol=1e-6)
    assert set(one.measures()) >= {"entropy", "first"} and one.measures()["entropy"].shape == (1, 3)


def test_joins_the_steps_of_a_generated_text():
    steps = [tuple(weights_of(1, 2, 3, 3, seed=layer) for layer in range(2))]
    steps += [tuple(weights_of(1, 2, 1, 4 + step, seed=layer) for layer in range(2)) for step in range(2)]
    attention = at.from_attention(tuple(steps), ["a", "b", "c", "d", "e"])
    assert attention.shape(1) == (2, 5, 5)
    weights = attention.scene(1).compute().heads[0].weights
    np.testing.assert_allclose(weights[4], steps[2][1][0, 0, 0], atol=1e-6)
    assert (weights[:3, 3:] == 0).all()


def test_rows_of_nan_see_no_key():
    weights = weights_of(2, 4, 4)
    weights[:, 1] = np.nan
    scene = at.from_attention(weights, axes="hqk").scene()
    assert (scene.compute().heads[0].weights[1] == 0).all()


def test_takes_the_output_of_pytorch():
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    x = torch.randn(1, 5, 8)
    _, weights = layer(x, x, x, average_attn_weights=False)
    for tensor in (weights, weights.to(torch.bfloat16), weights.half(), [weights]):
        found = at.from_attention(tensor, list("abcde"), axes="bhqk").scene().compute().heads[1].weights
        np.testing.assert_allclose(found, weights[0, 1].detach().numpy(), atol=4e-3)
    scene = at.Scene(tokens=list("abcde"), embeddings=x[0], heads=[{"w_q": layer.in_proj_weight[:4].T,
                                                                            "w_k": layer.in_proj_weight[8:12].T}])
    assert scene.compute().heads[0].q.shape == (5, 4)


def test_errors_name_the_place():
    for parts, place, words in [({"embeddings": np.zeros((2, 4))}, "/embeddings", "expected 3 rows"),
                                ({"heads": [{"w_q": np.zeros((3, 2))}]}, "/heads/0/w_q", "expected 4 rows"),
                                ({"score": "dott"}, "/score/kind", "dott"),
                                ({"heads": [{"w_q": np.full((4, 2), np.nan)}]}, "/heads/0/w_q", "nan"),
                                ({"colour": 3}, "/colour", "unknown key"),
                                ({"embeddings": {"file": "x.npy"}}, "/embeddings/file", "expected rows")]:
        with pytest.raises(at.Error, match=words) as found:
            small(**parts)
        assert found.value.place == place and isinstance(found.value, ValueError)
        assert str(found.value).startswith(place + ": ")


def test_export_says_what_is_wrong(tmp_path):
    scene = small()
    for wrong, words in [({"view": "weights", "path": tmp_path / "a.bmp"}, "ends in .png"),
                         ({"view": "weight", "path": tmp_path / "a.png"}, "expected a view"),
                         ({"view": "weights", "path": tmp_path / "a.png", "quality": 3}, "found quality"),
                         ({"view": "weights", "path": tmp_path / "a.png", "head": 1}, "head: expected less than 1"),
                         ({"view": "weights", "path": tmp_path / "a.png", "head": -1}, "^head"),
                         ({"view": "weights", "path": tmp_path / "a.png", "bare": 3}, "True or False"),
                         ({"view": "weights", "path": tmp_path / "a.gif"}, "expected sweep"),
                         ({"view": "steps", "path": tmp_path / "a.csv"}, "with numbers of its own"),
                         ({"view": "weights", "path": tmp_path / "a.csv", "theme": "dark"}, "has no effect")]:
        with pytest.raises(at.Error, match=words):
            scene.export(**wrong)
    with pytest.raises(OSError, match="no/a.png"):
        scene.export("weights", tmp_path / "no" / "a.png")
    with pytest.raises(FileNotFoundError):
        at.Scene.open(tmp_path / "none.attn.json")
    assert list(tmp_path.iterdir()) == []


def test_a_scene_beyond_the_limit_is_refused():
    code = ("import attentoscope as at, numpy as np\n"
            "try: at.Scene(tokens=['a'] * 8000, embeddings=np.zeros((8000, 4)))\n"
            "except at.Error as error: print(error.place, error)")
    words = subprocess.run([sys.executable, "-c", code], check=True,
                           capture_output=True, timeout=120, env={**os.environ, "ATTENTOSCOPE_MEMORY": "100"}).stdout
    assert b"MB" in words or b"GB" in words


def test_saves_what_it_opens(tmp_path):
    for path in SCENES[:5]:
        at.Scene.open(path).save(tmp_path / "a.attn.json")
        assert at.Scene.open(tmp_path / "a.attn.json").dict() == at.Scene.open(path).dict()


class Listener:
    """Something that listens as a window does, and keeps what arrives."""

    def __init__(self, path, answer=""):
        path.unlink(missing_ok=True)
        self.messages = []
        self.answer = answer.encode()
        self.server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.server.bind(str(path))
        self.server.listen()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                self.connection, _ = self.server.accept()
                while self.take():
                    pass
            except OSError:
                return

    def read(self, size):
        data = b""
        while len(data) < size:
            data += self.connection.recv(size - len(data)) or self.fail()
        return data

    def fail(self):
        raise EOFError

    def take(self):
        try:
            magic, version, kind, *sizes = struct.unpack("<8sIIQQQ", self.read(40))
            assert (magic, version, kind) == (b"ATTNSHOW", 1, 1)
            name, text, tensors = map(self.read, sizes)
            self.messages.append((name.decode(), json.loads(text), tensors))
            self.connection.sendall(struct.pack("<I", len(self.answer)) + self.answer)
            return True
        except EOFError:
            return False

    def close(self):
        self.server.close()
        self.connection.close()


@pytest.fixture
def window_path(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(at, "_WINDOW", at._window.Window())
    return pathlib.Path(at._core.window_socket_path())


def test_show_sends_the_newest_of_each_name(window_path):
    window = Listener(window_path)
    for number in range(300):
        at.show(small(title=f"step {number}"), "loop")
    at.show({"tokens": ["x"], "embeddings": [[1.0]]})
    at.show(weights_of(2, 3, 3), "array")
    assert at._WINDOW.flush(60) == ""
    loop = [text["title"] for name, text, _ in window.messages if name == "loop"]
    assert loop[-1] == "step 299" and len(loop) < 300
    last = {name: text for name, text, _ in window.messages}
    assert set(last) == {"loop", "Python", "array"} and last["Python"]["tokens"] == ["x"]
    assert len(last["array"]["heads"]) == 2


def test_show_goes_on_after_the_window_was_closed(window_path):
    window = Listener(window_path)
    at.show(small(), "a")
    assert at._WINDOW.flush(60) == ""
    window.close()
    window_path.unlink()
    at.show(small(), "a")  # for a known name no window is opened
    assert at._WINDOW.flush(60) == ""
    window = Listener(window_path)
    at.show(small(title="again"), "a")
    assert at._WINDOW.flush(60) == ""
    assert window.messages[-1][1]["title"] == "again"


def test_show_tells_what_went_wrong_at_the_next_call(window_path, monkeypatch):
    Listener(window_path, answer="/heads/0: too large")
    at.show(small(), "a")
    problem = at._WINDOW.flush(60)
    assert problem == "/heads/0: too large"
    at._WINDOW._problem = problem
    with pytest.warns(UserWarning, match="not shown: /heads/0"):
        at.show(small(), "a")
    window_path.unlink()
    monkeypatch.setattr(at, "_WINDOW", at._window.Window())
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    at.show(small(), "a")
    assert "no display" in at._WINDOW.flush(60)


def test_the_guide_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "assets/guide/python.md").read_text()
    names = {}
    blocks = text.split("```python\n")[1:]
    for block in blocks:
        exec(block.split("```")[0], names)
    assert len(blocks) == 5
    for name in ("weights.pdf", "scene.attn.json", "panels.svg", "heads.png", "learned.svg"):
        assert (tmp_path / name).stat().st_size > 300, name


def model_path(name):
    return ROOT / "tests/model/models" / name


def test_a_model_runs_as_on_the_command_line(tmp_path):
    model = at.Model(model_path("llama"))
    assert model.description["family"] == "llama" and "2 layers" in repr(model)
    made = model.run(ids=[3, 5, 8], off=["1.0"], temperature={"0.1": 2}, layers=True, generate=2)
    expected = json.loads(run("run", model_path("llama"), "--ids", "3,5,8", "--off", "1.0", "--temperature", "0.1=2",
                           "--layers", "--generate", "2", "--out", tmp_path / "x.npz"))
    for key in ("model", "tokens", "next", "rest", "kl", "layers", "generated"):
        assert made[key] == expected[key], key
    arrays = np.load(tmp_path / "x.npz")
    for name in ("ids", "logits", "hidden", "final", "attentions"):
        assert np.array_equal(getattr(made, name), arrays[name]), name
    assert made.logits.flags.writeable is False


def test_a_model_is_changed_by_arrays():
    model = at.Model(model_path("gpt2"))
    weights = np.eye(3)
    weights[2] = np.nan
    made = model.run(ids=[3, 5, 8], weights={"0.1": weights}, mask={"1.0": "previous"}, patch={"1.2": 0}, from_=[1, 2])
    assert np.array_equal(made.weights(0)[1, :2], np.eye(3)[:2])
    assert np.allclose(made.weights(0)[1, 2], model.run(ids=[3, 5, 8]).weights(0)[1, 2])
    assert np.array_equal(made.hidden[1][2], model.run(ids=[1, 2]).hidden[1][0])
    assert made.weights(-1)[0, 2, 1] == 1
    scene = made.scene(1)
    assert np.allclose(scene.compute().heads[1].weights, made.weights(1)[1], atol=1e-6)
    assert made.heads().layers == [0, 1]


def test_errors_of_a_model_name_what_is_wrong(tmp_path):
    with pytest.raises(at.Error, match="expected config.json in the folder"):
        at.Model(tmp_path)
    model = at.Model(model_path("gpt2"))
    with pytest.raises(at.Error, match="off: 12.0: expected a layer below 2"):
        model.run(ids=[1], off="12.0")
    with pytest.raises(at.Error, match="no tokenizer"):
        model.run("text")
    with pytest.raises(at.Error, match="99"):
        model.run(ids=[99])
    with pytest.raises(at.Error, match="weights: expected 1 × 1"):
        model.run(ids=[1], weights={"0.0": np.eye(2)})
    with pytest.raises(IndexError):
        model.run(ids=[1]).weights(2)


def test_threads_share_a_scene():
    scene, found = small(), []
    threads = [threading.Thread(target=lambda: found.append(scene.compute().output)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 8
    assert all(np.shares_memory(one, found[0]) for one in found)
