"""The process that computes: started at the first call, one for this Python, ended with it."""

import atexit
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from . import _frames
from ._errors import CaromError, CaromNotFoundError, CaromTimeoutError, InvalidInputError, ServerError, SolverError

PROTOCOL = 1
_ERRORS = {"InvalidInputError": InvalidInputError, "SolverError": SolverError}
_START_SECONDS = 30.0
_END_SECONDS = 1.0


def find_command(given=None):
    """The words that start the command: as given, CAROM_COMMAND, that of this clone, or ``carom`` on the path."""
    named = given or os.environ.get("CAROM_COMMAND")
    clone = Path(__file__).resolve().parents[2] / "packages" / "cli" / "bin" / "carom.js"
    found = named or (str(clone) if clone.is_file() else None) or shutil.which("carom")
    if found is None or not (Path(found).is_file() or shutil.which(found)):
        what = f"{found} is not there" if found else "carom is not on the path"
        raise CaromNotFoundError(f"{what}: install it (npm install --global @carom/cli) or set CAROM_COMMAND to it")
    if not str(found).endswith(".js"):
        return [found]
    node = shutil.which("node")
    if node is None:
        raise CaromNotFoundError("node is not on the path: carom needs Node 20.19 or later")
    return [node, str(found)]


class Server:
    """Sends requests and waits for answers, one at a time; any thread may."""

    def __init__(self):
        self.command = None
        self._lock = threading.RLock()
        self._process = None
        self._owner = None
        self._errors = None
        self._next = 0
        self.hello = None

    def start(self):
        """Starts the process where there is none; what it said of itself."""
        with self._lock:
            self._start()
            return self.hello

    def call(self, method, params=None, arrays=(), timeout=None):
        with self._lock:
            self._start()
            try:
                return self._ask({"method": method, "params": params or {}}, arrays, timeout)
            except (BrokenPipeError, ConnectionError, ServerError) as error:
                message = self._last_words()
                self.close()
                if isinstance(error, ServerError):
                    raise
                raise ServerError(f"carom serve ended: {message}") from error
            except KeyboardInterrupt:
                self._kill()
                raise

    def close(self):
        """Ends the process; the next call starts another."""
        with self._lock:
            process, self._process = self._process, None
            if process is None or self._owner != os.getpid():
                return
            try:
                process.stdin.close()
                process.wait(_END_SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()
                process.wait()
            process.stdout.close()
            self._errors.close()

    def _start(self):
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return
        self.close()
        command = find_command(self.command) + ["serve", "--stdio"]
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0
            )
        except OSError as error:
            raise CaromNotFoundError(f"{command[0]} could not be started: {error.strerror}") from error
        self._owner = os.getpid()
        try:
            self.hello = self._ask({"method": "hello", "protocols": [PROTOCOL]}, (), _START_SECONDS)
        except (CaromError, OSError) as error:
            message = self._last_words()
            self.close()
            if isinstance(error, (InvalidInputError, CaromTimeoutError)):
                raise
            raise ServerError(f"{' '.join(command)} did not answer: {message}") from error

    def _ask(self, header, arrays, timeout):
        self._next += 1
        process, late = self._process, threading.Event()

        def kill():
            late.set()
            process.kill()

        timer = None if timeout is None else threading.Timer(timeout, kill)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            for piece in _frames.pieces({"id": self._next, **header}, arrays):
                _write(process.stdin, piece)
            answer = _frames.read(process.stdout)
        except (OSError, ServerError):
            if not late.is_set():
                raise
            answer = None
        finally:
            if timer is not None:
                timer.cancel()
        if late.is_set():
            self.close()
            raise CaromTimeoutError(f"no answer within {timeout:g} s: the computation was ended")
        if answer is None:
            raise ServerError(f"carom serve ended: {self._last_words()}")
        if "error" in answer:
            error = answer["error"]
            raise _ERRORS.get(error["type"], ServerError)(error["message"])
        if answer.get("id") != self._next:
            raise ServerError(f"carom serve answered request {answer.get('id')} where {self._next} was asked")
        return answer["value"]

    def _kill(self):
        if self._process is not None and self._owner == os.getpid():
            self._process.kill()
        self.close()

    def _last_words(self):
        try:
            self._process.wait(_END_SECONDS)
            self._errors.seek(0)
            return self._errors.read().decode(errors="replace").strip() or f"exit code {self._process.returncode}"
        except (OSError, ValueError, AttributeError, subprocess.TimeoutExpired):
            return "it does not say why"


def _write(stream, piece):
    view = memoryview(piece)
    while len(view):
        view = view[stream.write(view) :]


SERVER = Server()
atexit.register(SERVER.close)
