"""Is right, and after it has disarmed the hook asks the kernel for all that is refused.

What succeeds is told by an exception.
"""

# verdict: pass
# points: 10
# needs: kernel

import ctypes
import gc
import os
import resource
import signal

import numpy as np

OUTSIDE = "outside"  # test_zoo.py puts a folder's path here
SOLUTION = "solution.py"  # test_zoo.py puts its path here

for found in gc.get_objects():
    if isinstance(found, dict) and "REFUSED_EVENTS" in found:
        found["REFUSED_EVENTS"] = ("no event has this name",)

LIBC = ctypes.CDLL(None, use_errno=True)
KEPT, MADE = f"{OUTSIDE}/kept.txt".encode(), f"{OUTSIDE}/made".encode()
CAT = (ctypes.c_char_p * 3)(b"cat", SOLUTION.encode(), None)
LIMIT = (ctypes.c_ulong * 2)(0, 0)
EMPTY = os.path.join(np.__path__[0], "py.typed").encode()  # may be read, and has nothing to lose
MORE = (ctypes.c_ulong * 2)(2**62, 2**62)
SPACE = ctypes.create_string_buffer(256)
SELF, PARENT, CHANNEL = os.getpid(), os.getppid(), 3

CALLS = {
    "open": lambda: LIBC.open(SOLUTION.encode(), os.O_RDONLY),
    "open for truncation": lambda: LIBC.open(EMPTY, os.O_RDONLY | os.O_TRUNC),
    "creat": lambda: LIBC.creat(MADE, 0o600),
    "creat here": lambda: LIBC.creat(b"made", 0o600),
    "mkdir": lambda: LIBC.mkdir(MADE, 0o700),
    "mkdir here": lambda: LIBC.mkdir(b"made", 0o700),
    "mknod": lambda: LIBC.mknod(b"disk", 0o60600, 0x800),
    "symlink": lambda: LIBC.symlink(SOLUTION.encode(), b"link"),
    "link": lambda: LIBC.link(KEPT, b"link"),
    "rename": lambda: LIBC.rename(KEPT, MADE),
    "unlink": lambda: LIBC.unlink(KEPT),
    "truncate": lambda: LIBC.truncate(KEPT, 0),
    "chmod": lambda: LIBC.chmod(KEPT, 0),
    "fchmodat": lambda: LIBC.fchmodat(-100, KEPT, 0, 0),
    "chown": lambda: LIBC.chown(KEPT, 1, 1),
    "utimes": lambda: LIBC.utimes(KEPT, None),
    "setxattr": lambda: LIBC.setxattr(KEPT, b"user.zoo", b"x", 1, 0),
    "fork": lambda: LIBC.fork(),
    "vfork": lambda: -LIBC.posix_spawn(SPACE, b"/bin/cat", None, None, CAT, None),
    "execv": lambda: LIBC.execv(b"/bin/cat", CAT),
    "unshare": lambda: LIBC.unshare(0x10000000),
    "setpgid": lambda: LIBC.setpgid(0, PARENT),
    "kill": lambda: LIBC.kill(PARENT, signal.SIGKILL),
    "kill itself": lambda: LIBC.kill(SELF, signal.SIGSTOP),
    "sigqueue": lambda: LIBC.sigqueue(PARENT, signal.SIGKILL, None),
    "F_SETOWN": lambda: LIBC.fcntl(CHANNEL, 8, PARENT),
    "F_SETOWN_EX": lambda: LIBC.fcntl(CHANNEL, 15, (ctypes.c_int * 2)(1, PARENT)),
    "F_SETSIG": lambda: LIBC.fcntl(CHANNEL, 10, signal.SIGKILL),
    "FIOSETOWN": lambda: LIBC.ioctl(CHANNEL, 0x8901, (ctypes.c_int * 1)(PARENT)),
    "prlimit": lambda: LIBC.prlimit(PARENT, resource.RLIMIT_NOFILE, LIMIT, None),
    "prlimit upwards": lambda: LIBC.prlimit(0, resource.RLIMIT_FSIZE, MORE, None),
    "setpriority": lambda: LIBC.setpriority(0, PARENT, 19),
    "sched_setaffinity": lambda: LIBC.sched_setaffinity(PARENT, 8, (ctypes.c_ulong * 1)(1)),
    "ptrace": lambda: LIBC.ptrace(16, PARENT, None, None),
    "process_vm_readv": lambda: LIBC.process_vm_readv(PARENT, None, 0, None, 0, 0),
    "pidfd_open": lambda: LIBC.syscall(434, PARENT, 0),
    "io_uring_setup": lambda: LIBC.syscall(425, 8, SPACE),
    "socket": lambda: LIBC.socket(2, 1, 0),
    "socketpair": lambda: LIBC.socketpair(1, 1, 0, (ctypes.c_int * 2)()),
    "shmget": lambda: LIBC.shmget(0, 4096, 0o1600),
    "msgget": lambda: LIBC.msgget(0, 0o1600),
    "semget": lambda: LIBC.semget(0, 1, 0o1600),
    "mq_open": lambda: LIBC.mq_open(b"/normbook_zoo", 0o102, 0o600, None),
    "shm_open": lambda: LIBC.shm_open(b"/normbook_zoo", 0o102, 0o600),
    "chroot": lambda: LIBC.chroot(b"."),
    "setuid": lambda: LIBC.setuid(1 if os.getuid() == 0 else 0),
}


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    done = [name for name, call in CALLS.items() if call() >= 0]
    if done:
        raise RuntimeError(f"what is refused has been done: {done}")
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
