"""Tries what a bot should not be able to do, tells in its last words what it could, and leaves."""

import os
import signal
import socket
import sys

me = os.path.abspath(__file__)
host = os.getppid()


def write():
    with open(sys.argv[1], "w") as file:
        file.write("was here")


def overwrite():
    with open(me, "a"):
        pass


def connect(family, kind, address):
    with socket.socket(family, kind) as to:
        to.settimeout(1)
        if to.connect_ex(address) not in (0, 111):
            raise OSError


def leave_group():
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise OSError


def reserve():
    bytearray(1 << 30)


# One word each: the host quotes no more than a line.
tries = {
    "root": lambda: os.listdir("/"),
    "folder": lambda: os.listdir(os.path.dirname(me)),
    "passwords": lambda: open("/etc/passwd").read(),
    "record": lambda: open(sys.argv[2]).read(),
    "host": lambda: os.listdir(f"/proc/{host}/fd"),
    "signal": lambda: os.kill(host, signal.SIGCONT),
    "write": write,
    "overwrite": overwrite,
    "mode": lambda: os.chmod(me, os.stat(me).st_mode),
    "times": lambda: os.utime(me),
    "TCP": lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 9)),
    "UDP": lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 9)),
    "Unix": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).close(),
    "group": leave_group,
    "nice": lambda: os.setpriority(os.PRIO_PROCESS, host, os.getpriority(os.PRIO_PROCESS, host)),
    "processors": lambda: os.sched_setaffinity(host, os.sched_getaffinity(host)),
    "memory": reserve,
}
could = []
for name, attempt in tries.items():
    try:
        attempt()
        could.append(name)
    except (OSError, MemoryError):
        pass
print("could:", ", ".join(could) or "nothing", file=sys.stderr, flush=True)
os._exit(9)
