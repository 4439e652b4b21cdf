"""What happens when bodies hit each other, from Python.

One ``carom serve --stdio`` process computes; it is started at the first call and ends with Python. See docs/python.md.
"""

from ._api import configure, export, fit, impact, run, simulate, sweep, to_mcap, validate, version
from ._errors import CaromError, CaromNotFoundError, CaromTimeoutError, InvalidInputError, ServerError, SolverError
from ._result import Impacts, Result, Table

__all__ = [
    "CaromError",
    "CaromNotFoundError",
    "CaromTimeoutError",
    "Impacts",
    "InvalidInputError",
    "Result",
    "ServerError",
    "SolverError",
    "Table",
    "configure",
    "export",
    "fit",
    "impact",
    "run",
    "simulate",
    "sweep",
    "to_mcap",
    "validate",
    "version",
]
