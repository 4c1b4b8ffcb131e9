"""Layers of real models as scenes, edited: compare_layers.py LAYER_PEER [ROUNDS]

Models of each family with layers of GPT-2's size (768 wide, 12 heads of 64 numbers, 4 key heads where the
family shares them) and random weights, 512 tokens. A number of a head's W_Q changes; the time is that of the
family's slowest layer, the ratio that to GPT-2's.
"""

import os
import pathlib
import statistics
import sys
import tempfile

from compare_training import Peer

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../model"))
import make_models  # noqa: E402

TOKENS, TIMES = 512, 9
LIMIT = 25  # ms
WIDE = {**dict.fromkeys(("n_embd", "hidden_size", "dim"), 768),
        **dict.fromkeys(("n_head", "num_attention_heads", "num_heads", "n_heads"), 12),
        **dict.fromkeys(("intermediate_size", "hidden_dim", "n_inner"), 3072),
        **dict.fromkeys(("n_positions", "max_position_embeddings"), 600),
        **dict.fromkeys(("sliding_window", "window_size"), 256),
        "num_key_value_heads": 4, "head_dim": 64, "query_pre_attn_scalar": 64}


def write_wide(folder, name):
    """The case's model with layers of GPT-2's size."""
    config, equations, *files = make_models.CASES[name]
    config = {key: WIDE.get(key, value) if value is not None else None for key, value in config.items()}
    weights = make_models.Weights(1, files[1], spread=0.02)
    equations(config, weights, make_models.Run([0, 2, 3]))
    make_models.write_model(folder / name, (config, equations, *files), weights)


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    peer = Peer([sys.argv[1]])
    print(f"{'a head of a layer edited, 512 tokens':36}{'ratio':>7}{'limit ms':>10}{'ms':>10}")
    with tempfile.TemporaryDirectory() as folder:
        times = {}
        for name in make_models.CASES:
            write_wide(pathlib.Path(folder), name)
            times[name] = []
        for _ in range(rounds):
            for name, taken in times.items():
                taken.append(float(peer.ask(f"{folder}/{name} {TOKENS} {TIMES}\n")[0]) / 1e3)
        for name, taken in times.items():
            ratio = statistics.median(one / gpt for one, gpt in zip(taken, times["gpt2"]))
            took = statistics.median(taken)
            print(f"{name:36}{ratio:7.2f}{LIMIT:10}{took:10.1f}{' !' if took > LIMIT else ''}", flush=True)


main()
