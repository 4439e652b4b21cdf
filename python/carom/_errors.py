"""What can go wrong. Messages are those that the command prints."""


class CaromError(Exception):
    """Any failure of this package."""


class InvalidInputError(CaromError, ValueError):
    """The input is wrong; the message names the field, the value and what was expected."""


class SolverError(CaromError, ArithmeticError):
    """The input is right, but the computation could not finish."""


class CaromTimeoutError(CaromError, TimeoutError):
    """A call took longer than its time-out; the process was ended and the next call starts another."""


class ServerError(CaromError, RuntimeError):
    """The process ended or answered what cannot be understood."""


class CaromNotFoundError(CaromError, FileNotFoundError):
    """The ``carom`` command is not there."""
