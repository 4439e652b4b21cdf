"""Processor time of a batch of impacts from Python beside the same batch in Node alone, the least of ten each, and of a call."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import carom  # noqa: E402
from carom._server import SERVER  # noqa: E402

COUNT = 100_000
ALONE = """
import { readFileSync } from "node:fs";
import { solveFrictionalMany } from "%s";
const file = readFileSync(0);
const all = new Float64Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
const n = all.length / 9;
const batch = { count: n, mobility: all.subarray(0, 6 * n), velocity: all.subarray(6 * n), friction: 0.3, restitution: 0.5 };
const times = [];
for (let k = 0; k < 11; k++) {
  const from = process.cpuUsage();
  solveFrictionalMany(batch);
  const { user, system } = process.cpuUsage(from);
  times.push((user + system) / 1e6);
}
console.log(JSON.stringify(times.slice(1)));
"""


def processor_time(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


rng = numpy.random.default_rng(1)
factor = rng.normal(size=(COUNT, 3, 3))
full = factor @ numpy.swapaxes(factor, 1, 2) + 0.1 * numpy.eye(3)
mobility = numpy.ascontiguousarray(full[:, [0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]])
velocity = rng.normal(size=(COUNT, 3))
velocity[:, 2] = -numpy.abs(velocity[:, 2])

library = ROOT / "packages" / "carom" / "dist" / "impact" / "index.js"
data = mobility.tobytes() + velocity.tobytes()
alone = subprocess.run(
    ["node", "--input-type=module", "-e", ALONE % library.as_uri()], input=data, capture_output=True, check=True
)
node = min(json.loads(alone.stdout))

both = []
for _ in range(11):
    carom.impact(numpy.eye(3), [0, 0, -1], 0.3, 0.5)
    pid = SERVER._process.pid
    before = time.process_time() + processor_time(pid)
    carom.impact(mobility, velocity, 0.3, 0.5)
    both.append(time.process_time() + processor_time(pid) - before)
python = min(both[1:])

calls = []
started = time.process_time() + processor_time(SERVER._process.pid)
for _ in range(2000):
    before = time.perf_counter()
    carom.impact(mobility[0], velocity[0], 0.3, 0.5)
    calls.append(time.perf_counter() - before)
cost = (time.process_time() + processor_time(SERVER._process.pid) - started) / len(calls)
print(f"{COUNT} impacts: {node:.3f} s in Node, {python:.3f} s from Python, {python / node:.2f} times; processor time of both processes")
print(
    f"a call: {1e3 * cost:.2f} ms of processor time of both; it takes {1e3 * statistics.median(calls):.2f} ms, "
    f"the quickest tenth below {1e3 * statistics.quantiles(calls, n=10)[0]:.2f} ms"
)
