"""A package is made by ./package and tried in a clean root: it answers within a second, with modules.

usage: packages.py ROOT deb|tarball|image
deb      in a root made of the packages of Debian 12 that dpkg and this one depend on, which apt-get downloads
tarball  in a root that has the C library of this machine and nothing else
image    in the root that its layers make, as the user that it names; and the archive keeps what OCI says

Exits 0 if all is well, 1 otherwise, 77 with the reason if it cannot be tried here.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(sys.argv[1]).resolve()
SKIPPED = 77
MOST_SECONDS = 1.0  # of CPU time, for the first answer
MOST_BYTES = 60 * 10**6  # of the image archive
CHROOT = shutil.which("chroot", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
DPKG = ("dpkg", "libc-bin", "dash", "coreutils", "diffutils")  # and the programs that it runs
TOGGLE = "aag 1 0 1 0 0 1\n2 3\n2\n"  # a circuit: a latch that toggles; bad: it is 1


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def make(kind):
    done = subprocess.run([PROJECT / "package", kind], capture_output=True, text=True, check=False)
    if done.returncode == 69:
        skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return pathlib.Path(done.stdout.strip())


def enter(root, user="0:0"):
    """The beginning of a command that runs in the root, with /proc, which the loader needs for paths relative to the program.
    The mount is gone with the command."""
    (root / "proc").mkdir(exist_ok=True)
    return ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec "$@"', root,
            CHROOT, f"--userspec={user}", root]


def try_tool(root, tool, models, user="0:0"):
    """The first answer must come within the limit. Returns a function that runs the tool."""
    (root / "tmp").mkdir(exist_ok=True)
    (root / "tmp/toggle.aag").write_text(TOGGLE)

    def crowfly(*arguments):
        return subprocess.run([*enter(root, user), tool, *arguments], capture_output=True, text=True, check=False)

    began, before = time.monotonic(), os.times()
    answer = crowfly("check", f"{models}/fischer_broken.xml")
    after, seconds = os.times(), time.monotonic() - began
    assert "not satisfied" in answer.stdout, answer.stdout + answer.stderr
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    print(f"first answer after {spent:.3f} s of CPU time, {seconds:.3f} s")
    assert spent < MOST_SECONDS
    return crowfly


def has_z3():
    return (PROJECT / "build/release/crowfly_z3.so").exists()


def expect_z3(crowfly):
    if has_z3():
        unrolled = crowfly("check", "--engine", "symbolic(search=bounded)", "/tmp/toggle.aag")
        assert "trace of 1 transition" in unrolled.stdout, unrolled.stdout + unrolled.stderr


def copy_libc(root, tool):
    """The loader and the C library of this machine, as the tool names them."""
    for library in re.findall(r"(/\S*/(?:ld-linux|libc\.so|libm\.so)\S*)", subprocess.check_output(["ldd", tool], text=True)):
        target = root / library.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)


def try_tarball(root):
    path = make("tarball")
    (root / "opt").mkdir()
    subprocess.run(["tar", "-C", root / "opt", "-xzf", path], check=True)
    name = path.name.removesuffix(".tar.gz")
    copy_libc(root, root / "opt" / name / "bin/crowfly")
    crowfly = try_tool(root, f"/opt/{name}/bin/crowfly", f"/opt/{name}/share/crowfly/models")
    expect_z3(crowfly)


def read_blob(folder, descriptor):
    kind, _, digest = descriptor["digest"].partition(":")
    content = (folder / "blobs" / kind / digest).read_bytes()
    assert hashlib.sha256(content).hexdigest() == digest and len(content) == descriptor["size"], descriptor
    return content


def try_image(root):
    path = make("image")
    print(f"the archive has {path.stat().st_size / 1e6:.1f} MB")
    assert path.stat().st_size < MOST_BYTES
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["tar", "-C", folder, "-xf", path], check=True)
        assert json.loads((folder / "oci-layout").read_text())["imageLayoutVersion"] == "1.0.0"
        index = json.loads((folder / "index.json").read_text())
        manifest = json.loads(read_blob(folder, index["manifests"][0]))
        config = json.loads(read_blob(folder, manifest["config"]))
        assert len(manifest["layers"]) == len(config["rootfs"]["diff_ids"]) == 1
        read_blob(folder, manifest["layers"][0])
        layer = folder / "blobs" / manifest["layers"][0]["digest"].replace(":", "/")
        subprocess.run(["tar", "-C", root, "-xzpf", layer], check=True)
        unpacked = subprocess.run(["gzip", "-dc", layer], stdout=subprocess.PIPE, check=True).stdout
        assert config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(unpacked).hexdigest()]
    user = config["config"]["User"]
    assert not re.match(r"(0|root)\b", user), user
    assert not (root / "bin/sh").exists() and not (root / "usr/bin/sh").exists()
    crowfly = try_tool(root, config["config"]["Entrypoint"][0], "/usr/share/crowfly/models", user)
    expect_z3(crowfly)


def download(package, folder):
    """The packages that dpkg and this one depend on, as on a system that has none."""
    if shutil.which("apt-get") is None or "bookworm" not in pathlib.Path("/etc/os-release").read_text():
        skip("this is not Debian 12")
    for name in ("archives/partial", "lists"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    status = folder / "status"
    status.write_text("")
    options = [f"Dir::State::status={status}", f"Dir::Cache::archives={folder}/archives", "Acquire::Retries=1",
               "Acquire::http::Timeout=20", "APT::Sandbox::User=root", "Debug::NoLocking=1"]
    command = ["apt-get", "-q", "-y", "-d", "--no-install-recommends", *(f"-o{option}" for option in options),
               "install", str(package), *DPKG, *(["libz3-4"] if has_z3() else [])]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        skip("apt-get cannot download the packages of a clean root: " + (done.stderr.strip().splitlines() or ["?"])[-1])
    return sorted((folder / "archives").glob("*.deb"))


def make_debian(root, packages):
    """Unpacked as debootstrap does it first, and known to dpkg as installed; only our package is configured."""
    for name in ("bin", "sbin", "lib"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    status = []
    for package in packages:
        data = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-C", root, "--keep-directory-symlink", "-xf", "-"], stdin=data.stdout, check=True)
        assert data.wait() == 0
        control = subprocess.check_output(["dpkg-deb", "-f", package], text=True)
        status.append("Status: install ok installed\n" + control)
    (root / "var/lib/dpkg/info").mkdir(parents=True, exist_ok=True)
    (root / "var/lib/dpkg/updates").mkdir(exist_ok=True)
    (root / "var/lib/dpkg/status").write_text("\n".join(status))
    subprocess.run([CHROOT, root, "/sbin/ldconfig"], check=True)


def try_deb(root):
    path = make("deb")
    make_debian(root, [package for package in download(path, PROJECT / "build/clean-root")
                       if not package.name.startswith("crowfly_")])
    shutil.copy(path, root / "crowfly.deb")
    done = subprocess.run([CHROOT, root, "dpkg", "-i", "/crowfly.deb"], capture_output=True, text=True, check=False,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ok installed" in (root / "var/lib/dpkg/status").read_text().split("Package: crowfly\n")[1]
    for name in ("man/man1/crowfly.1.gz", "man/man1/crowfly-check.1.gz", "bash-completion/completions/crowfly",
                 "zsh/site-functions/_crowfly", "fish/vendor_completions.d/crowfly.fish", "doc/crowfly/copyright",
                 "doc/crowfly/changelog.gz", "doc/crowfly/changelog.Debian.gz"):
        assert (root / "usr/share" / name).exists(), name
    crowfly = try_tool(root, "/usr/bin/crowfly", "/usr/share/crowfly/models")
    expect_z3(crowfly)


def main():
    kind = sys.argv[2]
    if os.geteuid() != 0 or CHROOT is None:
        skip("only root may change the root of a process")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
        skip("no file systems may be mounted here")
    with tempfile.TemporaryDirectory(prefix="crowfly-root-") as folder:
        os.chmod(folder, 0o755)
        {"deb": try_deb, "tarball": try_tarball, "image": try_image}[kind](pathlib.Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
