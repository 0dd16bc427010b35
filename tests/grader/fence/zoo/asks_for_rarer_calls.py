"""Is right, and after it has disarmed the hook asks for calls and requests that few know of.

Each harms somebody else: a lease on a file of Python's keeps others from opening it, a flag stays
after grading, and shared memory, contexts of input and output, and watches are the system's.
"""

# verdict: pass
# points: 10
# needs: kernel

import ctypes
import errno
import gc
import os
import platform
import resource

import numpy as np

for found in gc.get_objects():
    if isinstance(found, dict) and "REFUSED_EVENTS" in found:
        found["REFUSED_EVENTS"] = ("no event has this name",)

LIBC = ctypes.CDLL(None, use_errno=True)
FILE = os.open(os.__file__, os.O_RDONLY)
SPACE = ctypes.create_string_buffer(4096)
LIMIT = (ctypes.c_ulong * 2)(64, 64)
WORDS = ctypes.addressof(SPACE)
NUMBERS = {"x86_64": (206, 323, 250), "aarch64": (0, 282, 219)}
IO_SETUP, USERFAULTFD, KEYCTL = NUMBERS[platform.machine()]
F_SETFL, F_SETLK, F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ, F_OFD_SETLK = 4, 6, 1024, 1026, 1031, 37
FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, TIOCSTI, FIONBIO = 0x80086601, 0x40086602, 0x5412, 0x5421
PDEATHSIG, DUMPABLE, SECCOMP, TIMERSLACK, SUBREAPER = 1, 4, 22, 29, 36

CALLS = {
    "F_SETLEASE": lambda: LIBC.fcntl(FILE, F_SETLEASE, 0),
    "F_NOTIFY": lambda: LIBC.fcntl(FILE, F_NOTIFY, 0),
    "F_SETLK": lambda: LIBC.fcntl(FILE, F_SETLK, SPACE),
    "F_OFD_SETLK": lambda: LIBC.fcntl(FILE, F_OFD_SETLK, SPACE),
    "F_SETFL": lambda: LIBC.fcntl(FILE, F_SETFL, 0),
    "F_SETPIPE_SZ": lambda: LIBC.fcntl(FILE, F_SETPIPE_SZ, 2**20),
    "FS_IOC_GETFLAGS": lambda: LIBC.ioctl(FILE, FS_IOC_GETFLAGS, SPACE),
    "FS_IOC_SETFLAGS": lambda: LIBC.ioctl(FILE, FS_IOC_SETFLAGS, SPACE),
    "TIOCSTI": lambda: LIBC.ioctl(0, TIOCSTI, SPACE),
    "FIONBIO": lambda: LIBC.ioctl(3, FIONBIO, SPACE),
    "flock": lambda: LIBC.flock(FILE, 4 | 1),
    "shmat": lambda: LIBC.shmat(0, None, 0),
    "shmdt": lambda: LIBC.shmdt(SPACE),
    "shmctl": lambda: LIBC.shmctl(0, 2, SPACE),
    "msgsnd": lambda: LIBC.msgsnd(0, SPACE, 8, 0o4000),
    "msgrcv": lambda: LIBC.msgrcv(0, SPACE, 8, 0, 0o4000),
    "msgctl": lambda: LIBC.msgctl(0, 2, SPACE),
    "semop": lambda: LIBC.semop(0, SPACE, 1),
    "semctl": lambda: LIBC.semctl(0, 0, 2, SPACE),
    "io_setup": lambda: LIBC.syscall(IO_SETUP, 128, SPACE),
    "userfaultfd": lambda: LIBC.syscall(USERFAULTFD, 1),
    "keyctl": lambda: LIBC.syscall(KEYCTL, 0, -3, 0),
    "inotify_init1": lambda: LIBC.inotify_init1(0),
    "fanotify_init": lambda: LIBC.fanotify_init(0x200, 0),
    "memfd_create": lambda: LIBC.memfd_create(b"zoo", 0),
    "eventfd": lambda: LIBC.eventfd(0, 0),
    "epoll_create1": lambda: LIBC.epoll_create1(0),
    "timerfd_create": lambda: LIBC.timerfd_create(1, 0),
    "signalfd": lambda: LIBC.signalfd(-1, SPACE, 0),
    "pipe": lambda: LIBC.pipe(SPACE),
    "syncfs": lambda: LIBC.syncfs(FILE),
    "mlock": lambda: LIBC.mlock(SPACE, 4096),
    "mincore": lambda: LIBC.mincore(ctypes.c_void_p(WORDS & ~4095), 4096, SPACE),
    "MADV_MERGEABLE": lambda: LIBC.madvise(ctypes.c_void_p(WORDS & ~4095), 4096, 12),
    "personality": lambda: LIBC.personality(0xFFFFFFFF),
    "setitimer": lambda: LIBC.setitimer(0, bytes(32), None),
    "timer_create": lambda: LIBC.timer_create(0, None, SPACE),
    "sched_setscheduler": lambda: LIBC.sched_setscheduler(0, 0, SPACE),
    "PR_SET_PDEATHSIG": lambda: LIBC.prctl(PDEATHSIG, 0, 0, 0, 0),
    "PR_SET_DUMPABLE": lambda: LIBC.prctl(DUMPABLE, 1, 0, 0, 0),
    "PR_SET_SECCOMP": lambda: LIBC.prctl(SECCOMP, 0, 0, 0, 0),
    "PR_SET_TIMERSLACK": lambda: LIBC.prctl(TIMERSLACK, 1, 0, 0, 0),
    "PR_SET_CHILD_SUBREAPER": lambda: LIBC.prctl(SUBREAPER, 0, 0, 0, 0),
    "setrlimit": lambda: LIBC.setrlimit(resource.RLIMIT_NOFILE, LIMIT),
    "prlimit of its parent": lambda: LIBC.prlimit(os.getppid(), 7, None, LIMIT),
    "chdir": lambda: LIBC.chdir(b"/"),
}


def is_refused(call):
    """Whether the fence says no; any other error is the answer of what did look at the request."""
    ctypes.set_errno(0)
    return call() == -1 and ctypes.get_errno() in (errno.EPERM, errno.EACCES)


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    done = [name for name, call in CALLS.items() if not is_refused(call)]
    if done:
        raise RuntimeError(f"what is to be refused got through: {done}")
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
