"""Runs one program at a time on one core and says what it cost: processor time and peak memory as the kernel counted them.

Processor time is user and system time of the program and the children it waited for. Peak memory is the largest resident
set. The kernel starts counting it before the program replaces the copy of the one that starts it. Where GNU time is installed
it stands between, which takes about 2 MB; otherwise anything below about 15 MB reads as what this interpreter takes.
"""
import dataclasses
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

WALL_PER_CPU = 4   # a machine shared with others gives a quarter of a core at least, or the run is given up
WALL_EXTRA = 10
GNU_TIME = shutil.which("time")
BY_SIGNAL = 128  # added to its number by programs that start others


@dataclasses.dataclass
class Run:
    """How a run ended; `code` is negative for a signal."""
    code: int
    cpu: float
    rss_kb: int
    wall: float
    stdout: str
    stderr: str
    out_of_time: bool

    def last_words(self):
        lines = (self.stderr.strip() or self.stdout.strip()).splitlines()
        return lines[-1][:200] if lines else ""


def last_core():
    """Interrupts and whatever else a machine does tend to sit on the first core."""
    return max(os.sched_getaffinity(0))


def limit(seconds, megabytes, core):
    """What the child does before it becomes the program. The hard limit lies a second later than the soft one, for those
    who catch the signal."""
    def prepare():
        os.sched_setaffinity(0, {core})
        whole = int(seconds + 0.999)
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    return prepare


def kill_group(child):
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def peak_of(report):
    """In kB; None: GNU time is not there, or was killed as well."""
    report.seek(0)
    lines = report.read().split()
    return int(lines[-1]) if lines else None


def run(command, seconds, megabytes=None, core=None):
    """Raises OSError if there is no such program."""
    if not shutil.which(command[0]):
        raise FileNotFoundError(command[0])
    with tempfile.NamedTemporaryFile() as report:
        between = [GNU_TIME, "-q", "-f", "%M", "-o", report.name] if GNU_TIME else []
        found = run_directly([*between, *command], seconds, megabytes, core)
        found.rss_kb = peak_of(report) or found.rss_kb
    if between and found.code > BY_SIGNAL:
        found.code = BY_SIGNAL - found.code
    found.out_of_time = found.code in (-signal.SIGXCPU, -signal.SIGKILL)
    return found


def seconds_used(pid):
    """Of processor time by a process and its threads."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_for(command, seconds):
    """Ends the program after so many seconds of processor time, to a hundredth: limits of the kernel are whole seconds, and those that the program is told are
    on the clock."""
    core = last_core()
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=True,
                                 preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        is_late = False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if not is_late and seconds_used(child.pid) > seconds:
                is_late = True
                kill_group(child)
            time.sleep(0.005)
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (stdout, stderr):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    return Run(child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, time.monotonic() - start, *texts, out_of_time=is_late)


def run_directly(command, seconds, megabytes, core):
    prepare = limit(seconds, megabytes, last_core() if core is None else core)
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, preexec_fn=prepare,
                                 start_new_session=True)
        patience = threading.Timer(WALL_PER_CPU * seconds + WALL_EXTRA, kill_group, (child,))
        patience.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            kill_group(child)
            raise
        finally:
            patience.cancel()
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (stdout, stderr):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    return Run(child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, wall, *texts, out_of_time=False)
