"""Attentoscope from Python: what attention computes, and figures of it.

    import attentoscope as at

    scene = at.Scene(tokens=["the", "cat", "sat"], embeddings=x, heads=[{"w_q": w_q, "w_k": w_k}])
    scene.compute().heads[0].weights            # M x L, a NumPy array
    scene.export("weights", "figure.pdf", for_="column")
    at.from_attention(outputs.attentions, tokens).scene(layer=3)    # from PyTorch, Keras, JAX …
    at.train("induction", steps=1500).scene(0)
    at.Model("gpt2").run("When Mary and John", off="9.9")["next"]   # a trained model, from its files
    at.show(scene)                              # in the window, which stays open

Names of keys, kinds, views and options are those of the scene files and of the command line
(`attentoscope export --help`). Shapes: L tokens (keys, values), M queries, D the width of the
embeddings, H heads, dk and dv the widths of a head's queries and values, Do that of the output. In
Jupyter, a scene shows itself.
"""
from __future__ import annotations

import json as _json
import os as _os
import struct as _struct
import threading as _threading
import warnings as _warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Optional, TypeVar, Union

import numpy as _np

from . import _core
from ._core import Error, Head, Result
from ._window import WINDOW as _WINDOW

__all__ = ["Attention", "Error", "Figure", "Gradients", "Head", "Model", "Network", "Panel", "Result", "Run", "Scene",
           "difference", "figure", "from_attention", "show", "tasks", "train", "views"]
__version__: str = _core.version

_Kind = TypeVar("_Kind", bound="_Saved")
Path = Union[str, "_os.PathLike[str]"]
ArrayLike = Any
"""A NumPy array, a list, or a tensor of PyTorch, TensorFlow or JAX."""

_TYPES = {"float64": "F64", "float32": "F32", "float16": "F16", "bool": "BOOL", "int64": "I64", "int32": "I32",
          "int16": "I16", "int8": "I8", "uint8": "U8"}


def _array(value: ArrayLike) -> _np.ndarray:
    """An array of NumPy, of a type that it has by itself: bfloat16 becomes float32."""
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
        if str(value.dtype) == "torch.bfloat16":
            value = value.float()
    array = _np.asarray(value)
    if array.dtype.name not in _TYPES and (array.dtype.kind in "fV" or "float" in array.dtype.name):
        array = array.astype(_np.float32)
    return array


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "__array__") or hasattr(value, "detach")


def _tensors(arrays: Mapping[str, _np.ndarray]) -> bytes:
    """The arrays as the bytes of a .safetensors file."""
    header: dict[str, Any] = {}
    parts, at = [], 0
    for name, array in arrays.items():
        if array.dtype.name not in _TYPES:
            raise Error(f"{name}: expected numbers, found {array.dtype}")
        data = _np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        header[name] = {"dtype": _TYPES[array.dtype.name], "shape": list(array.shape),
                        "data_offsets": [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    text = _json.dumps(header).encode()
    return b"".join([_struct.pack("<Q", len(text)), text, *parts])


class _Packer:
    """Turns dictionaries with arrays into JSON that refers to tensors."""

    def __init__(self) -> None:
        self.arrays: dict[str, _np.ndarray] = {}

    def plain(self, value: Any) -> Any:
        if _is_tensor(value):
            array = _array(value)
            if array.ndim == 2 and array.dtype.kind == "f" and array.size:
                name = str(len(self.arrays))
                self.arrays[name] = array
                return {"file": "", "tensor": name}
            return array.tolist()
        if isinstance(value, Mapping):
            return {str(key): self.plain(one) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.plain(one) for one in value]
        return value

    def bytes(self) -> bytes:
        return _tensors(self.arrays) if self.arrays else b""


def _with_kinds(scene: Mapping[str, Any]) -> dict[str, Any]:
    """`scene` with "dot" as {"kind": "dot"}, and with its format and version."""
    full = {"format": "attentoscope/scene", "version": 2, **scene}
    for name in ("score", "normalizer", "position", "combine"):
        if isinstance(full.get(name), str):
            full[name] = {"kind": full[name]}
    if isinstance(full.get("masks"), (list, tuple)):
        full["masks"] = [{"kind": mask} if isinstance(mask, str) else mask for mask in full["masks"]]
    return full


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (list, tuple)):
        return ",".join(map(_word, value))
    return value if isinstance(value, str) else _os.fspath(value) if hasattr(value, "__fspath__") else repr(value)


def _words(options: Mapping[str, Any]) -> tuple[dict[str, str], list[str]]:
    """Options of the command line by their names, and settings of the view."""
    words: dict[str, str] = {}
    settings: list[str] = []
    for name, value in options.items():
        if value is None:
            continue
        if name == "set":
            settings += [f"{key}={_word(one)}" for key, one in value.items()]
        elif name == "note" and not isinstance(value, str):
            words["note"] = "; ".join(value)
        elif name.startswith("/"):  # the place of a number
            words[name] = _word(value)
        else:
            words[name.rstrip("_").replace("_", "-")] = _word(value)
    return words, settings


def _tell(path: Path, remark: str) -> None:
    if remark:
        _warnings.warn(f"{_os.fspath(path)}: {remark}", stacklevel=3)


def views() -> list[str]:
    """Names of the views that `export` writes."""
    return _core.views()


def tasks() -> dict[str, str]:
    """Names of the tasks that `train` knows, and what each is."""
    return _core.tasks()


class Gradients(dict):
    """Gradients of a loss by the numbers of a scene: an array for each place, "/heads/0/w_q"."""

    loss: float
    """The loss itself."""


class _Shown:
    """Something that Jupyter shows as a figure."""

    def _bytes(self, ending: str) -> bytes:
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        text = self._bytes(".svg").decode()
        return text[text.index("<svg"):]  # a text has no encoding that XML could declare

    def _repr_png_(self) -> bytes:
        return self._bytes(".png")


class _Saved:
    """Something that files hold: `_kind` of the compiled part."""

    _kind: Any
    _core: Any

    @classmethod
    def open(cls: type[_Kind], path: Path) -> _Kind:
        """Opens a file: *.attn.json has a scene, *.attn-net.json a network."""
        with open(path, "rb"):  # an OSError where there is no such file to read
            pass
        return cls._of(cls._kind.open(_os.fspath(path)))

    @classmethod
    def _of(cls: type[_Kind], core: Any) -> _Kind:
        made = cls.__new__(cls)
        made._core = core
        return made

    def dict(self) -> dict[str, Any]:
        """Its content as a dictionary of lists and numbers, without what is the default."""
        return _json.loads(self._core.text())

    def save(self, path: Path) -> None:
        """Writes it to a file, which the program opens."""
        self._core.save(_os.fspath(path))


class Scene(_Saved, _Shown):
    """One layer of attention with its inputs: everything that can be edited.

    `Scene({...})` takes a dictionary with the keys of a scene file, and `Scene(tokens=[...], ...)` takes these keys as
    arguments. A matrix is an array or a list of rows; arrays of NumPy, PyTorch, TensorFlow and JAX are taken as they
    are. `format` and `version` are filled in, and a kind without parameters may be its name alone:

        Scene(tokens=["a", "b"], embeddings=x, score="dot", masks=["causal"],
              normalizer={"kind": "softmax", "temperature": 0.5})

    tokens: L texts. embeddings: L x D. queries: {"tokens": M texts, "embeddings": M x Dq}. values: L x Dv.
    heads: dictionaries with w_q (Dq x dk), w_k (D x dk), w_v (Dv x dv) and others. bias: M x L.

    Raises Error, a ValueError, whose attribute `place` names what is wrong: "/heads/0/w_q".
    """

    _kind = _core.Scene

    def __init__(self, scene: Optional[Mapping[str, Any]] = None, /, **parts: Any) -> None:
        packer = _Packer()
        text = _json.dumps(packer.plain(_with_kinds({**(scene or {}), **parts})))
        self._core = _core.Scene.parse(text, packer.bytes())

    def __repr__(self) -> str:
        if not hasattr(self, "_core"):
            return "<attentoscope.Scene>"
        parts = self.dict()
        return f"<attentoscope.Scene: {len(parts['tokens'])} tokens, {len(parts.get('heads', [0]))} heads>"

    def compute(self) -> Result:
        """What attention computes. Its arrays are read-only and not copied; they are computed once for a scene."""
        return self._core.compute()

    def gradients(self, loss: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]) -> Gradients:
        """Gradients of a loss by each number that the scene gives.

        loss: {"kind": "mse", "target": M x Do}, {"kind": "cross_entropy", "targets": M whole numbers},
        {"kind": "weights_mse", "target": M x L, "head": h} and others, or a list of them, which are added.
        """
        def lists(value: Any) -> Any:
            if _is_tensor(value):
                return _array(value).tolist()
            if isinstance(value, Mapping):
                return {key: lists(one) for key, one in value.items()}
            return [lists(one) for one in value] if isinstance(value, (list, tuple)) else value

        found = _json.loads(self._core.gradients(_json.dumps(lists(loss))))
        gradients = Gradients({place: _np.asarray(one) for place, one in found["gradients"].items()})
        gradients.loss = found["loss"]
        return gradients

    def export(self, view: str, path: Path, **options: Any) -> None:
        """Writes a view to a file, whose ending is the format: .png, .svg, .pdf; .csv, .tsv, .npy, .json, .tex; .gif.

        Options are those of the command `attentoscope export`, with _ in place of -: head=1, query=3, title="…",
        for_="column", range="shared", heads=[0, 2], numbers=False, sweep="temperature=0.1:10:40". Settings of the view
        are a dictionary: set={"links.arrangement": "lines"}.
        """
        words, settings = _words(options)
        _tell(path, self._core.export_file(view, words, settings, _os.fspath(path)))

    def figure(self, view: str = "weights", **options: Any) -> Figure:
        """A view with options, as `export` takes them, to show in Jupyter."""
        words, settings = _words(options)
        return Figure(lambda ending: self._core.export_bytes(view, words, settings, ending),
                      lambda path: self._core.export_file(view, words, settings, path))

    def _bytes(self, ending: str) -> bytes:
        return self._core.export_bytes("weights", {}, [], ending)


class Figure(_Shown):
    """A figure: Jupyter shows it, and `save` writes it."""

    def __init__(self, draw: Callable[[str], bytes], write: Callable[[str], str]) -> None:
        self._bytes = draw  # type: ignore[method-assign]
        self._write = write

    def save(self, path: Path) -> None:
        """Writes the figure: .png, .svg or .pdf."""
        _tell(path, self._write(_os.fspath(path)))


class Panel:
    """One panel of a `figure`: a view of a scene, with settings as those of `--panels`.

    Settings are options of the view (head=1, title="…"), temperature, normalizer, score, or numbers of the scene by
    their place: Panel("weights", scene, **{"/heads/0/w_q/0/1": 0.5}).
    """

    def __init__(self, view: str, scene: Scene, **settings: Any) -> None:
        words, _ = _words(settings)
        self._core = view, scene._core, words


class _Difference(Panel):
    def __init__(self) -> None:
        self._core = ("difference", None, {})


difference: Panel = _Difference()
"""The panel of the second minus the first of the two panels before it."""


def figure(panels: Iterable[Panel], **options: Any) -> Figure:
    """Several views in one figure: columns=2, letters=True, outer=True, and the options of a figure.

        at.figure([at.Panel("links", a), at.Panel("weights", a)], letters=True).save("figure.pdf")
    """
    wanted = [panel._core for panel in panels]
    words, _ = _words(options)
    return Figure(lambda ending: _core.export_panels(wanted, words, "", ending),
                  lambda path: _core.export_panels(wanted, words, path, ""))


class Attention:
    """Attention that another program computed: layers, heads, weights, scores, or queries and keys."""

    def __init__(self, core: Any, tokens: Sequence[str], queries: Sequence[str]) -> None:
        self._core = core
        self._tokens = list(tokens), list(queries)
        self._scenes: dict[Any, Scene] = {}

    def __repr__(self) -> str:
        return f"<attentoscope.Attention: {self._core.words()}>"

    def __len__(self) -> int:
        return len(self._core.layer_names())

    @property
    def layers(self) -> list[int]:
        """Numbers of the layers, as the names have them."""
        return self._core.layer_names()

    def shape(self, layer: int = 0) -> tuple[int, int, int]:
        """Heads, queries and keys of a layer."""
        return self._core.shape(layer)

    def scene(self, layer: int = 0, heads: Optional[Sequence[int]] = None, clean: bool = True) -> Scene:
        """A layer as a scene with `given` scores; of some heads, or all. clean: without a tokenizer's marks."""
        key = layer, tuple(heads or ()), clean
        if key not in self._scenes:
            core = self._core.scene(layer, list(heads or ()), *self._tokens, clean)
            self._scenes = {key: Scene._of(core)}
        return self._scenes[key]

    def measures(self) -> dict[str, _np.ndarray]:
        """Measures of all heads, each layers x heads: entropy, distance, first, previous, itself."""
        return self._core.measures()

    def export(self, view: str, path: Path, layer: Optional[int] = None, **options: Any) -> None:
        """Writes a view of a layer, the first if not said, as `Scene.export` does; or a figure of all heads of all layers.

        "grid": all heads as small matrices, in frames coloured by a measure: by="entropy", "distance", "first",
        "previous" or "itself". "measures": these numbers as heatmaps, or with bars=True as bars; of one with by="…".
        layers=[0, 2] and heads=[1] choose; title, caption, width, dpi, theme and others are options of the figure.
        """
        if view not in ("grid", "measures"):
            return self.scene(layer or 0).export(view, path, **options)
        layers, heads, by, bars = (options.pop(name, default) for name, default in
                                   (("layers", () if layer is None else (layer,)), ("heads", ()), ("by", ""), ("bars", False)))
        words, settings = _words(options)
        if settings:
            raise Error("set: expected a view of a layer, as these figures have no settings")
        self._core.export_heads(_os.fspath(path), view == "measures", list(layers), list(heads), by, bars, words)

    def figure(self, view: str = "weights", layer: int = 0, **options: Any) -> Figure:
        """A view of a layer, as `Scene.figure`."""
        return self.scene(layer).figure(view, **options)

    def _repr_svg_(self) -> str:
        return self.scene(self.layers[0]).figure("heads")._repr_svg_()

    def _repr_png_(self) -> bytes:
        return self.scene(self.layers[0]).figure("heads")._repr_png_()


def _named(attentions: Any) -> dict[str, _np.ndarray]:
    """The arrays with names that say their layer and step."""
    for name in ("attentions", "cross_attentions", "encoder_attentions"):
        if getattr(attentions, name, None) is not None and not _is_tensor(attentions):
            return _named(getattr(attentions, name))
    if _is_tensor(attentions):
        return {"attentions": _array(attentions)}
    if isinstance(attentions, Mapping):
        return {str(name): _array(one) for name, one in attentions.items()}
    if not isinstance(attentions, (list, tuple)) or not attentions:
        raise Error(f"expected arrays, or a list of them, found {type(attentions).__name__}")
    if all(one is None for one in attentions):
        raise Error("expected arrays, found None for each layer: the model has to return its attention "
                    "(output_attentions=True with attn_implementation=\"eager\")")
    if all(isinstance(one, (list, tuple)) and one and _is_tensor(one[0]) for one in attentions):
        return {f"step{step}.layer{layer}": _array(array) for step, layers in enumerate(attentions)
                for layer, array in enumerate(layers) if array is not None}
    if any(_is_tensor(one) for one in attentions):
        return {f"layer{layer}": _array(one) for layer, one in enumerate(attentions) if one is not None}
    return {"attentions": _array(attentions)}


def from_attention(attentions: Any, tokens: Optional[Sequence[str]] = None, *,
                   queries: Optional[Sequence[str]] = None, axes: Optional[str] = None, batch: int = 0,
                   step: Optional[int] = None, as_: str = "guessed", masked_below: Optional[float] = None) -> Attention:
    """Attention as PyTorch, Keras, JAX and Hugging Face's library return it.

    attentions: an array M x L, H x M x L, or with more axes; a list or tuple of them, one for each layer; of a text
        that was generated, a tuple of such tuples, one for each step; a dictionary of arrays; or the object that has
        `attentions`. Any type of number. Rows of NaN are queries that see no key.
    tokens: L texts. queries: M texts, where they are others.
    axes: a letter for each axis: l layer, b batch, h head, q query, k key, d dimension; guessed where absent, and told
        by a warning where it is in doubt.
    batch: which sequence. step: which step of generation; all are joined where absent.
    as_: "weights", "scores", "qkv" (queries and keys), or "guessed" by what rows sum to.
    masked_below: scores up to this one are hidden.
    """
    try:
        kind = getattr(_core.As, as_)
    except (AttributeError, TypeError):
        raise Error(f"as_: expected weights, scores, qkv or guessed, found {as_}") from None
    core = _core.Attention.open(_tensors(_named(attentions)), axes or "", batch, step, kind, masked_below)
    for doubt in core.doubts() if axes is None and _threading.current_thread() is _threading.main_thread() else ():
        _warnings.warn(f"{doubt}; if not, say axes=…", stacklevel=2)
    return Attention(core, [str(one) for one in tokens or ()], [str(one) for one in queries or tokens or ()])


class Network(_Saved, _Shown):
    """A network of attention in layers, as in *.attn-net.json."""

    _kind = _core.Network
    curve: Mapping[str, _np.ndarray] = {}
    """Tests while it was trained: arrays "step", "loss" and "accuracy". Empty for one that was not trained here."""

    def __init__(self, network: Mapping[str, Any]) -> None:
        packer = _Packer()
        full = {"format": "attentoscope/network", "version": 1, **network}
        self._core = _core.Network.parse(_json.dumps(packer.plain(full)), packer.bytes())

    def __repr__(self) -> str:
        return f"<attentoscope.Network: {len(self)} layers>"

    def __len__(self) -> int:
        return self._core.layer_count()

    def logits(self) -> _np.ndarray:
        """Logits for the network's own tokens, L x V', read-only and not copied."""
        return self._core.logits()

    def scene(self, layer: int = 0) -> Scene:
        """The attention of a layer, with its inputs, as a scene."""
        core = self._core.scene(layer)
        if core is None:
            raise Error(f"layer {layer} has no attention")
        return Scene._of(core)

    def heads(self) -> Attention:
        """The attention of all layers and heads, with their measures."""
        return Attention(self._core.heads(), (), ())

    def _bytes(self, ending: str) -> bytes:
        layers = [(n, self._core.scene(n)) for n in range(len(self))]
        panels = [Panel("weights", Scene._of(core), head="all", title=f"Layer {n}") for n, core in layers if core]
        return figure(panels, columns=1)._bytes(ending)


Places = Union[str, Sequence[str]]
"""Heads of a model, "9.6", or "9.*" for all of a layer."""


class Run(Mapping[str, Any]):
    """A run of a model: the dictionary that `attentoscope run` prints, and arrays. L tokens, B blocks, H heads of dv.

        run["next"][0]["text"], run["next"][0]["p"]     # the likeliest next token
        run.hidden, run.logits, run.attentions          # computed when they are asked for
    """

    def __init__(self, core: Any) -> None:
        self._core = core
        self.result: dict[str, Any] = _json.loads(core.text())
        """What `attentoscope run` prints."""

    def __getitem__(self, key: str) -> Any:
        return self.result[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.result)

    def __len__(self) -> int:
        return len(self.result)

    def __repr__(self) -> str:
        return f"<attentoscope.Run: {len(self['tokens'])} tokens>"

    @property
    def ids(self) -> _np.ndarray:
        """Ids of all tokens, also of generated ones: L, int64."""
        return _np.array(self._core.ids(), _np.int64)

    @property
    def hidden(self) -> _np.ndarray:
        """What the first block reads, and x after each block, before the last norm: (B + 1) x L x D."""
        return self._core.hidden()

    @property
    def final(self) -> _np.ndarray:
        """The last x after the last norm: L x D."""
        return self._core.final()

    @property
    def logits(self) -> Optional[_np.ndarray]:
        """Logits of all tokens, L x V, after the cap; None for a model without a head."""
        return self._core.logits()

    def weights(self, layer: int) -> Optional[_np.ndarray]:
        """Weights of a layer's heads, with their changes: H x L x L; None without attention."""
        count = self._core.block_count()
        if not -count <= layer < count:
            raise IndexError("layer out of range")
        return self._core.weights(layer % count)

    @property
    def attentions(self) -> _np.ndarray:
        """Weights of all heads, B x H x L x L; layers must have equal numbers of heads."""
        return _np.stack([self.weights(layer) for layer in range(self._core.block_count())])

    def heads(self) -> Attention:
        """The attention of all layers and heads, with their measures and figures."""
        return Attention(self._core.heads(), (), ())

    def scene(self, layer: int = 0) -> Scene:
        """A layer as a scene, with its true inputs and matrices."""
        return self.heads().scene(layer)


class Model:
    """A trained model in the files of Hugging Face's library.

    path: its folder, its config.json, its name in the local cache as in "gpt2", a network's file, or a model with changes,
        *.attn-model.json. Nothing is fetched. Weights keep the type of their file, and are read at their first use.
    """

    def __init__(self, path: Path) -> None:
        self._core = _core.Model(_os.fspath(path))

    def __repr__(self) -> str:
        about = self.description
        return f"<attentoscope.Model: {about['family']}, {about['layers']} layers of {about['heads']} heads>"

    @property
    def description(self) -> dict[str, Any]:
        """path, family, layers, heads, key_heads, width, vocabulary, parameters, dtype, fingerprint."""
        return _json.loads(self._core.description())

    def tokens(self, text: str) -> list[int]:
        """Ids of a text's tokens, with the special ones that the model expects."""
        return self._core.tokens(text)

    def texts(self, ids: Sequence[int]) -> list[str]:
        """Text that each token adds to those before it."""
        return self._core.texts([int(one) for one in ids])

    def run(self, text: Optional[str] = None, *, ids: Optional[Sequence[int]] = None, off: Places = (), mean: Places = (),
            temperature: Optional[Mapping[str, float]] = None, mask: Optional[Mapping[str, str]] = None,
            weights: Optional[Mapping[str, ArrayLike]] = None, patch: Optional[Mapping[str, int]] = None,
            cut: Optional[Mapping[str, str]] = None,
            from_: Optional[Union[str, Sequence[int]]] = None, top: int = 10, at: Optional[int] = None,
            layers: bool = False, generate: int = 0, sample_temperature: float = 0, top_k: int = 0, top_p: float = 1,
            seed: int = 1) -> Run:
        """Runs the model on a text, or on token ids, as the command `attentoscope run` does.

        off, mean: heads whose output is 0, or its mean over 64 random texts: "9.6", "9.*", or a list of them.
        temperature={"9.6": 2}, mask={"9.6": "previous"}, weights={"9.6": L x L array; rows of NaN stay}.
        cut={"9.6": "7.3.query"}: what head 7.3 writes is taken out of what 9.6 reads for its query; or key, value, all.
        patch={"3.4": 2}, from_="other text": before layer 3, the state of token 4 becomes that of the other text's token 2.
        top: the number of likeliest tokens. at: the token whose next one is shown; the last where absent.
        layers: also what each layer's states say. generate: the number of tokens to add, the likeliest ones, or drawn.
        """
        texts = _core.ChangeTexts()
        texts.off, texts.mean = ([one] if isinstance(one, str) else [str(each) for each in one] for one in (off, mean))
        texts.temperature, texts.mask, texts.patch, texts.cut = (
            [f"{place}={one}" for place, one in (given or {}).items()] for given in (temperature, mask, patch, cut))
        request = _core.RunRequest()
        request.text = _core.ModelText(text, [int(one) for one in ids] if ids is not None else [])
        if from_ is not None:
            is_text = isinstance(from_, str)
            request.other = _core.ModelText(from_ if is_text else None, [] if is_text else [int(one) for one in from_])
        request.top, request.at, request.layers, request.generate = top, -1 if at is None else at, layers, generate
        request.seed = seed
        request.sample(sample_temperature, top_k, top_p)
        request.change(texts, [(place, _array(one)) for place, one in (weights or {}).items()])
        return Run(self._core.run(request))


def train(task: Path, steps: int = 1000, *, seed: int = 1, test_every: Optional[int] = None,
          on_test: Optional[Callable[[Network, int, float, float], None]] = None, **settings: Any) -> Network:
    """Trains a small network, as the command `attentoscope train` does: the same seed gives the same numbers.

    task: one of `tasks()`, or a text file with lines "input → output".
    settings: lr=0.01, batch=64, layers=2, heads=4, width=32, mlp=64, normalizer="sparsemax" and others.
    on_test: called with the network, its steps, its loss and its accuracy at each test, about 50 times.
    """
    if steps < 0 or (test_every is not None and test_every < 1):
        raise Error("expected steps of at least 0, and test_every of at least 1")
    told = on_test and (lambda core, *numbers: on_test(Network._of(core), *numbers))
    core, tests = _core.train(_os.fspath(task), steps, seed, [f"{name}={_word(one)}" for name, one in settings.items()],
                              test_every or max(1, -(-steps // 50)), told)
    network = Network._of(core)
    columns = zip(*tests)
    network.curve = {name: _np.array(column) for name, column in zip(("step", "loss", "accuracy"), columns)}
    return network


def show(x: Union[Scene, Network, Attention, Mapping[str, Any], ArrayLike], name: str = "", layer: int = 0) -> None:
    """Shows a scene in the window: the one that is open, or a new one.

    x: a scene, or a dictionary of which one is made; a layer of a network or of attention; or arrays, as
        `from_attention` takes them.
    name: in the window's list, File → Received. A later scene of the same name replaces the earlier one, and the
        window keeps its head, range and selection; "Python" where absent.

    Returns at once, also in a loop: the newest scene of each name is sent in the background, up to 30 times a second.
    A window that was closed is opened again for a new name only. What goes wrong is a warning at the next call.
    """
    if isinstance(x, Mapping) and "tokens" in x:
        x = Scene(x)
    if isinstance(x, Scene):
        core = x._core
        make = lambda: core
    elif isinstance(x, (Network, Attention)):
        source = x
        make = lambda: source.scene(layer)._core
    else:
        arrays = {key: _np.array(one) for key, one in _named(x).items()}  # the caller may change its own
        make = lambda: from_attention(arrays).scene(layer)._core
    problem = _WINDOW.put(name or "Python", make)
    if problem:
        _warnings.warn(f"not shown: {problem}", stacklevel=2)
