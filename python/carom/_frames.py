"""Frames of a JSON header and raw arrays, as docs/python.md describes them."""

import json
import struct
import sys

import numpy

from ._errors import ServerError

MAGIC = b"CRM1"
_PREFIX = struct.Struct("<4sIQ")
_TYPES = {"float64": numpy.dtype("<f8"), "uint8": numpy.dtype("u1")}


def pieces(header, arrays=()):
    """The frame as a list of buffers; arrays are not copied where they lie as they have to."""
    listed, buffers = [], []
    for array in arrays:
        kind = "uint8" if array.dtype == numpy.uint8 else "float64"
        held = numpy.ascontiguousarray(array, dtype=_TYPES[kind])
        listed.append({"type": kind, "shape": list(held.shape)})
        buffers.append(memoryview(held.reshape(-1).view(numpy.uint8)) if held.size else b"")
        buffers.append(b"\0" * (-held.nbytes % 8))
    text = json.dumps({**header, "arrays": listed}, allow_nan=False).encode()
    length = sum(len(buffer) for buffer in buffers)
    return [_PREFIX.pack(MAGIC, len(text), length), text] + [buffer for buffer in buffers if len(buffer)]


def read(stream):
    """The header of the next frame, with its arrays in the places that name them; None where the stream has ended."""
    prefix = _exactly(stream, _PREFIX.size)
    if prefix is None:
        return None
    magic, header_length, length = _PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise ServerError(f"carom serve sent {bytes(magic)!r} where a frame has to begin")
    text, numbers = _exactly(stream, header_length), _exactly(stream, length)
    if text is None or numbers is None:
        raise ServerError("carom serve ended in the middle of a frame")
    header = json.loads(bytes(text))
    arrays, at = [], 0
    for entry in header.pop("arrays", []):
        kind = _TYPES[entry["type"]]
        count = int(numpy.prod(entry["shape"], dtype=numpy.int64))
        array = numpy.frombuffer(numbers, dtype=kind, count=count, offset=at).reshape(entry["shape"])
        array = array if sys.byteorder == "little" else array.astype(kind.newbyteorder("="))
        array.flags.writeable = False
        arrays.append(array)
        at += -8 * (-count * kind.itemsize // 8)
    return _unpacked(header, arrays)


def _unpacked(value, arrays):
    if isinstance(value, dict):
        if len(value) == 1 and "$array" in value:
            return arrays[value["$array"]]
        return {name: _unpacked(item, arrays) for name, item in value.items()}
    if isinstance(value, list):
        return [_unpacked(item, arrays) for item in value]
    return value


def _exactly(stream, length):
    """So many bytes; None where the stream has ended before."""
    data = bytearray(length)
    view, filled = memoryview(data), 0
    while filled < length:
        count = stream.readinto(view[filled:])
        if not count:
            return None
        filled += count
    return data
