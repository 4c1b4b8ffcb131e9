"""Sends scenes to the window on a thread, for which no caller waits."""
from __future__ import annotations

import atexit
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any, Optional

from . import _core

_BETWEEN = 1 / 30  # seconds between two scenes of one name
_START = 20  # seconds that a window has to open


def program() -> Optional[str]:
    """The program: $ATTENTOSCOPE_PROGRAM, else beside this Python, else in the path."""
    beside = os.path.join(os.path.dirname(sys.executable), "attentoscope")
    return os.environ.get("ATTENTOSCOPE_PROGRAM") or shutil.which(beside) or shutil.which("attentoscope")


class Window:
    """The window of this user: the one that is open, or one that is opened for a new name."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, Callable[[], Any]] = {}  # guarded by _changed, like the next four
        self._names: set[str] = set()
        self._opens = False
        self._is_sending = False
        self._problem = ""
        self._thread: Optional[threading.Thread] = None
        self._connection: Optional[socket.socket] = None
        self._opened: Optional[subprocess.Popen[bytes]] = None

    def put(self, name: str, make: Callable[[], Any]) -> str:
        """Sends the scene that `make` returns, in place of one of that name that still waits.

        Returns the problem of an earlier scene, or "".
        """
        with self._changed:
            self._waiting[name] = make
            self._opens |= name not in self._names
            self._names.add(name)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="attentoscope", daemon=True)
                self._thread.start()
            self._changed.notify_all()
            problem, self._problem = self._problem, ""
            return problem

    def flush(self, patience: float) -> str:
        """Waits until all scenes are sent, or for `patience` seconds. Returns the problem, or ""."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._is_sending, patience)
            problem, self._problem = self._problem, ""
            return problem

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                wanted, self._waiting = self._waiting, {}
                self._is_sending = True
            began = time.monotonic()
            problem = ""
            for name, make in wanted.items():
                try:
                    problem = self._send(make().message(name)) or problem
                except Exception as error:  # of any kind: the caller is told by a warning
                    problem = str(error)
            with self._changed:
                self._is_sending = False
                self._problem = problem or self._problem
                self._changed.notify_all()
            time.sleep(max(0.0, began + _BETWEEN - time.monotonic()))

    def _send(self, message: bytes) -> str:
        """Sends to the window; a scene for which there is none is dropped. Returns the window's problem, or ""."""
        for _ in range(2):  # the window may have been closed, and another one opened
            if self._connection is None:
                self._connection = self._connect()
                if self._connection is None:
                    return ""
            try:
                self._connection.sendall(message)
                (size,) = struct.unpack("<I", self._receive(4))
                return self._receive(size).decode(errors="replace")
            except OSError:
                self._connection.close()
                self._connection = None
        return ""

    def _receive(self, size: int) -> bytes:
        assert self._connection is not None
        data = b""
        while len(data) < size:
            piece = self._connection.recv(size - len(data))
            if not piece:
                raise ConnectionResetError("the window was closed")
            data += piece
        return data

    def _connect(self) -> Optional[socket.socket]:
        connection = self._try_connection()
        with self._changed:
            opens, self._opens = self._opens, False
        if connection is not None or not opens:
            return connection
        path = program()
        if path is None:
            raise RuntimeError("no window is open, and the program attentoscope is not installed")
        with tempfile.TemporaryFile() as words:
            self._opened = subprocess.Popen([path, "--listen"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=words, start_new_session=True)
            end = time.monotonic() + _START
            while time.monotonic() < end:
                connection = self._try_connection()
                if connection is not None:
                    return connection
                if self._opened.poll() is not None:
                    words.seek(0)
                    raise RuntimeError(words.read().decode(errors="replace").strip() or "the window was closed")
                time.sleep(0.05)
        raise RuntimeError("the window did not open")

    @staticmethod
    def _try_connection() -> Optional[socket.socket]:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(60)
        try:
            connection.connect(_core.window_socket_path())
            return connection
        except OSError:
            connection.close()
            return None


WINDOW = Window()
atexit.register(WINDOW.flush, 2)
