#!/usr/bin/env python3
"""Makes pictures of the window in use, with real input: record.py PROGRAM.

It is started by ./dev pictures, on a screen of its own (Xvfb), and writes window.gif, lesson.png,
window.png, layers.png and train.png beside itself. It needs xdotool and ImageMagick.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SIZE = "1280x800"
EXAMPLE = "examples/01-sleepy-child.attn.json"


class Window:
    """The program with a file, and the mouse and keyboard that it is used by."""

    def __init__(self, program, file, *options):
        self.own = tempfile.TemporaryDirectory()
        self.folder = self.own.name
        self.map = os.path.join(self.folder, "map.json")
        self.frames = []
        words = [program, os.path.join(HERE, "..", file), *options]
        words += ["--size", SIZE, "--theme", "light", "--ui-map", self.map]
        own = {name: self.folder for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
        self.process = subprocess.Popen(words, env={**os.environ, **own})
        self.wait(lambda: os.path.exists(self.map))
        time.sleep(1)

    def wait(self, condition, what="the window"):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.1)
        sys.exit("record.py: no " + what)

    def place(self, name, x=0.5, y=0.5):
        """The pixel at these shares of the width and height of a control."""
        found = []

        def is_there():
            with open(self.map, encoding="utf-8") as text:
                found[:] = json.load(text)["controls"].get(name, [])
            return found

        self.wait(is_there, name)
        left, top, width, height = found
        return round(left + x * width), round(top + y * height)

    def input(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def frame(self, hundredths):
        """Takes a frame of the film, shown for so many 1/100 s."""
        time.sleep(0.25)
        file = os.path.join(self.folder, f"{len(self.frames):03}.png")
        self.shot(file)
        self.frames += ["-delay", str(hundredths), file]

    def move(self, name, x=0.5, y=0.5):
        self.input("mousemove", *self.place(name, x, y))

    def click(self, name, x=0.5, y=0.5):
        self.move(name, x, y)
        self.input("click", "1")
        time.sleep(0.4)

    def rest(self):
        """Puts the mouse where it points at nothing."""
        self.input("mousemove", 2, 798)

    def key(self, *keys):
        self.input("key", *keys)
        time.sleep(0.4)

    def shot(self, file):
        subprocess.run(["import", "-window", "root", "-crop", SIZE + "+0+0", "+repage", file], check=True)

    def film(self, file):
        subprocess.run(
            ["convert", *self.frames, "-loop", "0", "+dither", "-layers", "optimize", file], check=True
        )

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.own.cleanup()


def film(program):
    window = Window(program, EXAMPLE)
    window.move("weights[5][3]")
    window.frame(120)
    window.click("weights[5][3]")
    window.frame(180)
    steps = [0.5, 0.44, 0.38, 0.32, 0.26, 0.2, 0.1, 0.3, 0.5, 0.58, 0.66, 0.74, 0.62, 0.5]
    window.move("temperature.slider", steps[0])
    window.input("mousedown", "1")
    for share in steps:
        window.move("temperature.slider", share)
        window.frame(18)
    window.input("mouseup", "1")
    x, y = window.place("embeddings[5][0]")
    window.input("mousemove", x, y, "mousedown", "1")
    for step in range(1, 11):
        window.input("mousemove", x + 8 * step, y)
        window.frame(18)
    window.input("mouseup", "1")
    window.frame(120)
    window.click("tab.outputs")
    window.rest()
    window.frame(150)
    for group, tab in (("pictures", "links"), ("pictures", "plane"), ("heads", "compare")):
        window.click("group.menu")
        window.click("group." + group)
        window.click("tab." + tab)
        window.rest()
        window.frame(150)
    window.film(os.path.join(HERE, "window.gif"))
    window.end()


def in_layers(window):
    window.key("Return")
    window.key("ctrl+3")
    time.sleep(4)


def in_training(window):
    window.key("ctrl+2")
    window.click("train.play")
    time.sleep(20)


def main():
    program = sys.argv[1]
    film(program)
    for name, use, *file in (
        ("window.png", None, EXAMPLE),
        ("lesson.png", None, "lessons/06-self-attention.md", "--step", "2"),
        ("layers.png", in_layers, "figures/layers.npz"),
        ("train.png", in_training, EXAMPLE),
    ):
        window = Window(program, *file)
        if use:
            use(window)
        window.rest()
        time.sleep(1)
        window.shot(os.path.join(HERE, name))
        window.end()


if __name__ == "__main__":
    main()
