"""`cmake --install` puts everything under the prefix, or under DESTDIR and the prefix, and the tool runs from there.

usage: install.py BUILD
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
EXPECTED = ("bin/crowfly", "share/man/man1/crowfly.1", "share/man/man1/crowfly-check.1",
            "share/bash-completion/completions/crowfly", "share/zsh/site-functions/_crowfly",
            "share/fish/vendor_completions.d/crowfly.fish", "share/crowfly/models/fischer_broken.xml",
            "share/doc/crowfly/README.md", "share/doc/crowfly/copyright", "share/doc/crowfly/docs/reference/diagnostics.md")


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def install(self, prefix, **environment):
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, **environment})

    def look_at(self, root):
        for name in EXPECTED:
            self.assertTrue((root / name).is_file(), name)
        for module in BUILD.glob("crowfly_*.so"):
            self.assertTrue((root / "lib/crowfly" / module.name).is_file(), module.name)
        command = [root / "bin/crowfly", "check", root / "share/crowfly/models/fischer_broken.xml"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertIn("not satisfied", answer.stdout, answer.stderr)

    def test_prefix(self):
        self.install(self.folder / "prefix")
        self.look_at(self.folder / "prefix")

    def test_destdir(self):
        self.install("/opt/crowfly", DESTDIR=str(self.folder))
        self.look_at(self.folder / "opt/crowfly")


if __name__ == "__main__":
    unittest.main()
