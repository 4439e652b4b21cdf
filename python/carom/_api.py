"""The functions of the package."""

import os
from collections.abc import Mapping

import numpy

from ._errors import InvalidInputError
from ._result import Impacts, Result
from ._server import SERVER

_timeout = None


def configure(*, command=None, timeout=None):
    """Sets the command (default: found, see docs/python.md) and the time-out of all calls, s (default: none)."""
    global _timeout
    if command != SERVER.command:
        SERVER.close()
        SERVER.command = command
    _timeout = timeout


def version():
    """Of the command that computes."""
    return SERVER.start()["version"]


def run(study, *, folder=None, history=False, timeout=None):
    """Runs a study of any kind: a dict, or the path of a file. Files that a dict names are looked for in ``folder``."""
    return _run(study, folder=folder, timeout=timeout, history=history)


def simulate(bodies=None, duration=None, *, folder=None, timeout=None, rate=None, title="Simulation", **fields):
    """Runs a simulation: of a study of that kind, or of bodies, a duration and other fields of such a study."""
    if duration is None and not fields:
        return _run(bodies, folder=folder, timeout=timeout, kind="simulation")
    study = {"carom": 1, "kind": "simulation", "title": title, "bodies": bodies, "duration": duration, **fields}
    if rate is not None:
        study["output"] = {"rate": rate}
    return _run(study, folder=folder, timeout=timeout, kind="simulation")


def sweep(study, *, folder=None, timeout=None):
    """Runs a study of kind sweep; ``result.runs`` has all runs."""
    return _run(study, folder=folder, timeout=timeout, kind="sweep")


def fit(study, *, folder=None, timeout=None):
    """Runs a study of kind fit."""
    return _run(study, folder=folder, timeout=timeout, kind="fit")


def validate(study, *, folder=None, timeout=None):
    """Raises InvalidInputError where the study cannot be run; returns its kind and title."""
    return _call("validate", _named(study, folder), timeout=timeout)


def impact(mobility, velocity, friction, restitution, static_friction=None, *, timeout=None):
    """Resolves impacts of one contact each, with friction and energetic restitution.

    mobility           (3, 3) or (n, 3, 3), or six numbers W11, W12, W22, W13, W23, W33 instead of 3 by 3; 1/kg
    velocity           (3,) or (n, 3): tangent 1, tangent 2, normal, before the impact, m/s; approaching is < 0
    friction, restitution, static_friction     numbers, or n of them
    """
    speeds = _doubles("velocity", velocity)
    if speeds.shape[-1:] != (3,) or speeds.ndim not in (1, 2):
        raise InvalidInputError(f"velocity: an array of shape {speeds.shape} is neither (3,) nor (n, 3)")
    count = 1 if speeds.ndim == 1 else len(speeds)
    arrays = [_six(mobility, count), speeds]
    params = {"mobility": {"$array": 0}, "velocity": {"$array": 1}}
    for name, value in (("friction", friction), ("restitution", restitution), ("staticFriction", static_friction)):
        if value is None:
            continue
        numbers = _doubles(name, value)
        if numbers.ndim == 0 and numpy.isfinite(numbers):
            params[name] = float(numbers)
            continue
        if numbers.ndim == 0:
            # A number that is none goes as an array: JSON has no name for it.
            numbers = numpy.full(count, numbers)
        elif numbers.shape != (count,):
            raise InvalidInputError(f"{name}: an array of shape {numbers.shape} is not one number for each of {count} rows")
        params[name] = {"$array": len(arrays)}
        arrays.append(numbers)
    return Impacts(_call("impact", params, arrays, timeout), count)


def export(study, path, format, *, folder=None, timeout=None):
    """Writes a simulation for other programs: a study, or the result of one. Formats: glb, usda, mcap, vtk, parquet."""
    if isinstance(study, Result):
        study, folder = study.study if folder is None else (study.study[0], folder)
    params = {**_named(study, folder), "format": format, "out": os.path.abspath(os.fspath(path))}
    return _call("export", params, timeout=timeout)["out"]


def to_mcap(study, path, *, folder=None, timeout=None):
    """Writes a simulation as a log for Foxglove."""
    return export(study, path, "mcap", folder=folder, timeout=timeout)


def _run(study, *, folder, timeout, kind=None, history=False):
    params = {**_named(study, folder), "history": history}
    if kind is not None:
        params["kind"] = kind
    answer = _call("run", params, timeout=timeout)
    return Result((study, folder), answer["result"], answer["tables"])


def _call(method, params, arrays=(), timeout=None):
    return SERVER.call(method, params, arrays, _timeout if timeout is None else timeout)


def _named(study, folder):
    if isinstance(study, (str, os.PathLike)):
        return {"file": os.path.abspath(os.fspath(study))}
    if not isinstance(study, Mapping):
        raise InvalidInputError(f"study: {type(study).__name__} is neither a dict nor the path of a file")
    return {"study": _plain(study, "study"), "folder": os.path.abspath(os.fspath(folder or "."))}


# Deeper than any study is: what holds itself has no end.
_DEEPEST = 100


def _plain(value, path, depth=0):
    """As JSON has it: arrays of numpy as lists, its numbers as numbers."""
    if depth > _DEEPEST:
        raise InvalidInputError(f"{path[:200]}: is nested more than {_DEEPEST} deep")
    if isinstance(value, Mapping):
        return {str(name): _plain(item, f"{path}.{name}", depth + 1) for name, item in value.items()}
    if isinstance(value, numpy.ndarray):
        return _plain(value.tolist(), path, depth + 1)
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(value)]
    if isinstance(value, numpy.generic):
        return _plain(value.item(), path, depth + 1)
    if isinstance(value, float) and not numpy.isfinite(value):
        raise InvalidInputError(f"{path}: {value} is not a number that a study may have")
    if value is not None and not isinstance(value, (bool, int, float, str)):
        raise InvalidInputError(f"{path}: {type(value).__name__} is nothing that a study may have: numbers, texts, lists, dicts")
    return value


def _doubles(name, value):
    try:
        return numpy.asarray(value, dtype=numpy.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInputError(f"{name}: is not an array of numbers ({error})") from None


def _six(mobility, count):
    """W11, W12, W22, W13, W23, W33 of each row."""
    given = _doubles("mobility", mobility)
    if given.shape[-2:] == (3, 3) and given.ndim in (2, 3):
        if not numpy.allclose(given, numpy.swapaxes(given, -1, -2), rtol=1e-9, atol=0, equal_nan=True):
            raise InvalidInputError("mobility: is not symmetric")
        given = given[..., [0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]
    if given.shape[-1:] != (6,) or given.ndim not in (1, 2) or (given.ndim == 2 and len(given) not in (1, count)):
        raise InvalidInputError(f"mobility: an array of shape {numpy.shape(mobility)} does not fit {count} rows")
    return given.reshape(-1) if given.ndim == 1 or len(given) == 1 else given
