"""Builds the wheel that `pip install` installs: the package, and the program as its script.

The hooks of PEP 517. They need nothing but CMake, a compiler and the libraries of `./dev build`, so pip fetches nothing.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(attentoscope VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
NAME = f"attentoscope-{VERSION}"
METADATA = f"""Metadata-Version: 2.1
Name: attentoscope
Version: {VERSION}
Summary: Edit attention and see its effect in the next frame
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
"""


def install(folder):
    """Builds and installs to `folder`; returns the ending of compiled modules' names."""
    import sysconfig
    with tempfile.TemporaryDirectory() as build:
        base = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                "-DCMAKE_UNITY_BUILD_BATCH_SIZE=50", "-DATTN_TESTS=OFF", "-DATTN_PYTHON=ON",
                f"-DPython_EXECUTABLE={sys.executable}", "-DATTN_PYTHON_FOLDER=package", "-DCMAKE_INSTALL_BINDIR=bin"]
        subprocess.run(base, check=True)
        subprocess.run(["cmake", "--build", build, "--parallel", str(os.cpu_count())], check=True)
        subprocess.run(["cmake", "--install", build, "--prefix", folder, "--strip"], check=True)
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        tag = f"{python}-{python}-{install(folder)}"
        installed = pathlib.Path(folder)
        files = {f"{NAME}.data/scripts/attentoscope": (installed / "bin/attentoscope").read_bytes(),
                 f"{NAME}.dist-info/METADATA": METADATA.encode(),
                 f"{NAME}.dist-info/WHEEL": f"Wheel-Version: 1.0\nGenerator: attentoscope\nRoot-Is-Purelib: false\n"
                                            f"Tag: {tag}\n".encode()}
        for file in sorted((installed / "package").rglob("*")):
            if file.is_file():
                files[str(file.relative_to(installed / "package"))] = file.read_bytes()
        record = f"{NAME}.dist-info/RECORD"
        lines = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
                 for name, data in files.items()]
        files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
        wheel = f"{NAME}-{tag}.whl"
        with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (0o100755 if "/scripts/" in name or name.endswith(".so") else 0o100644) << 16
                archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
        return wheel
