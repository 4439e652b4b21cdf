"""The package against closed forms and against the command itself. Run by packages/cli/src/python.test.ts, or: python3 -m unittest."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import carom  # noqa: E402
from carom import _frames, _result  # noqa: E402
from carom._server import SERVER, find_command  # noqa: E402

FLOOR = {"plane": {"normal": [0, 0, 1]}}


def ball(height=1.0, restitution=0.5, duration=1.0, **fields):
    return {
        "carom": 1,
        "kind": "simulation",
        "title": "Ball",
        "duration": duration,
        "bodies": {"ball": {"shape": {"type": "sphere", "radius": 0.1}, "mass": 1, "position": [0, 0, height + 0.1]}, "floor": FLOOR},
        "contacts": [{"between": ["ball", "floor"], "friction": 0.1, "restitution": restitution}],
        **fields,
    }


class Impacts(unittest.TestCase):
    def test_frictionless(self):
        """p = (1 + e) |v| / W33, whatever the tangents do."""
        rng = numpy.random.default_rng(1)
        factor = rng.normal(size=(1000, 3, 3))
        mobility = factor @ numpy.swapaxes(factor, 1, 2) + 0.2 * numpy.eye(3)
        velocity = rng.normal(size=(1000, 3))
        velocity[:, 2] = -0.1 - numpy.abs(velocity[:, 2])
        restitution = rng.uniform(size=1000)
        found = carom.impact(mobility, velocity, 0, restitution)
        expected = -(1 + restitution) * velocity[:, 2] / mobility[:, 2, 2]
        numpy.testing.assert_allclose(found.impulse[:, 2], expected, rtol=1e-12)
        numpy.testing.assert_allclose(found.velocity, velocity + mobility[:, :, 2] * expected[:, None], rtol=1e-9, atol=1e-12)
        self.assertEqual(set(found.slip), {"frictionless"})
        self.assertFalse(found.failed.any())

    def test_shapes(self):
        eye = numpy.eye(3)
        many = carom.impact(eye, [[1, 0, -1]] * 4, 0.2, 0.5)
        one = carom.impact([1, 0, 1, 0, 0, 1], [1, 0, -1], 0.2, 0.5)
        self.assertEqual((many.impulse.shape, one.impulse.shape, len(one)), ((4, 3), (1, 3), 1))
        # Sliding all the way: the tangential impulse is the friction times the normal one.
        numpy.testing.assert_allclose(one.impulse[0], [-0.3, 0, 1.5], rtol=1e-12)
        numpy.testing.assert_array_equal(many.impulse, numpy.repeat(one.impulse, 4, axis=0))
        self.assertEqual(one.events(0)[0], "compression-end")

    def test_rows_that_cannot_be_solved(self):
        found = carom.impact(numpy.eye(3), [[0, 0, -1]] * 3, [0.1, -1, numpy.nan], 0.5)
        self.assertEqual(found.failed.tolist(), [False, True, True])
        self.assertTrue(numpy.isnan(found.impulse[1]).all())

    def test_wrong_arrays(self):
        for call, words in [
            (lambda: carom.impact(numpy.eye(3), [1, 2], 0, 0), "velocity: an array of shape"),
            (lambda: carom.impact(numpy.eye(2), [0, 0, -1], 0, 0), "mobility: an array of shape"),
            (lambda: carom.impact([[1, 2, 0], [0, 1, 0], [0, 0, 1]], [0, 0, -1], 0, 0), "mobility: is not symmetric"),
            (lambda: carom.impact(numpy.eye(3), [0, 0, -1], [0, 1], 0), "friction: an array of shape"),
            (lambda: carom.impact(numpy.eye(3), "fast", 0, 0), "velocity: is not an array of numbers"),
        ]:
            with self.assertRaisesRegex(carom.InvalidInputError, words):
                call()


class Studies(unittest.TestCase):
    def test_run(self):
        result = carom.run(ball(output={"rate": 100}))
        times, heights = result.series["time"], result.series["bodies"]["ball"]["position"][:, 2]
        falling = times < 0.45
        numpy.testing.assert_allclose(heights[falling], 1.1 - 9.81 * times[falling] ** 2 / 2, atol=1e-9)
        first = next(event for event in result.events if event["kind"] == "impact")
        self.assertAlmostEqual(first["time"], (2 / 9.81) ** 0.5, places=9)
        self.assertEqual((result.kind, result["title"], "ledger" in result), ("simulation", "Ball", True))
        with self.assertRaisesRegex(AttributeError, "has no forces; it has carom, kind"):
            result.forces

    def test_tables(self):
        result = carom.run(ball())
        series = result.table("series")
        self.assertEqual(list(series.columns)[:2], ["time_s", "ball_x_m"])
        numpy.testing.assert_array_equal(numpy.asarray(series["ball_z_m"]), result.series["bodies"]["ball"]["position"][:, 2])
        self.assertEqual(len(series), len(result.series["time"]))
        self.assertEqual(type(series).__name__, "Table" if _result.pandas is None else "DataFrame")
        with self.assertRaisesRegex(KeyError, "there is no table serie; there are impacts"):
            result.table("serie")

    def test_tables_without_pandas(self):
        result = carom.run(ball())
        there, _result.pandas = _result.pandas, None
        try:
            plain = carom.Result(result.study, result.data, result._tables).table("series")
        finally:
            _result.pandas = there
        self.assertIsInstance(plain, _result.Table)
        self.assertEqual(len(plain), len(result.series["time"]))

    @unittest.skipIf(_result.pandas is None, "pandas is not installed")
    def test_tables_with_pandas(self):
        result = carom.run(ball())
        impacts = result.table("impacts")
        self.assertIsInstance(impacts, _result.pandas.DataFrame)
        self.assertTrue(impacts.attrs["title"])
        series = result.table("series").set_index("time_s")
        self.assertEqual(series["ball_z_m"].dtype, numpy.dtype("float64"))
        self.assertAlmostEqual(series["ball_z_m"].iloc[0], 1.1)
        self.assertIs(result.table("impacts"), impacts)

    def test_simulate(self):
        study = ball()
        short = carom.simulate(study["bodies"], 1.0, contacts=study["contacts"], rate=50)
        self.assertEqual(short.status, "finished")
        self.assertEqual(len(short.series["time"]), 51)
        self.assertEqual(carom.simulate(study).status, "finished")
        with self.assertRaisesRegex(carom.InvalidInputError, 'kind: "simulation" is not sweep'):
            carom.sweep(study)

    def test_file_and_folder(self):
        example = carom.run(_first_impact())
        self.assertEqual(example.kind, "impact")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "hills.csv").write_text("0,0,0\n0,0,0\n0,0,0\n")
            hills = {"fixed": {"type": "height-field", "file": "hills.csv", "cell": [2, 2]}, "position": [-2, -2, 0]}
            study = ball(duration=0.2)
            study["bodies"]["floor"] = hills
            self.assertEqual(carom.run(study, folder=folder).status, "finished")

    def test_sweep(self):
        study = {
            "carom": 1,
            "kind": "sweep",
            "title": "Restitution",
            "base": ball(),
            "vary": [{"path": "contacts[0].restitution", "values": [0, 0.25, 0.5]}],
            "sampler": {"type": "grid"},
            "measure": [{"name": "height", "what": "bodies.ball.position[2]"}],
        }
        runs = carom.sweep(study).runs
        self.assertEqual(len(runs), 3)
        # With e = 1/2 it strikes at T = sqrt(2/g) and 2 T, and leaves with e^2 sqrt(2 g).
        since = 1 - 2 * (2 / 9.81) ** 0.5
        self.assertAlmostEqual(float(runs["height"][2]), 0.1 + 0.25 * (2 * 9.81) ** 0.5 * since - 9.81 * since**2 / 2, places=9)

    def test_numbers_of_numpy(self):
        study = ball(duration=numpy.float64(0.1))
        study["bodies"]["ball"]["position"] = numpy.array([0, 0, 2.0])
        self.assertEqual(carom.run(study).status, "finished")
        study["duration"] = float("nan")
        with self.assertRaisesRegex(carom.InvalidInputError, r"study\.duration: nan is not a number"):
            carom.run(study)

    def test_values_that_no_study_has(self):
        round_and_round = {}
        round_and_round["x"] = round_and_round
        for value, message in (
            (object(), r"study\.bodies\.ball\.mass: object is nothing that a study may have"),
            ({1, 2}, r"study\.bodies\.ball\.mass: set is nothing"),
            (numpy.array([1j]), r"study\.bodies\.ball\.mass\[0\]: complex is nothing"),
            (numpy.array([object()]), r"study\.bodies\.ball\.mass\[0\]: object is nothing"),
            (round_and_round, r"study\.bodies\.ball\.mass\.x.*: is nested more than 100 deep"),
        ):
            study = ball()
            study["bodies"]["ball"]["mass"] = value
            with self.assertRaisesRegex(carom.InvalidInputError, message):
                carom.run(study)

    def test_errors_have_the_text_of_the_command(self):
        wrong = ball()
        wrong["bodies"]["ball"]["mass"] = -1
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "wrong.json")
            file.write_text(json.dumps(wrong))
            command = subprocess.run(find_command() + ["run", str(file)], capture_output=True, text=True, check=False)
            with self.assertRaises(carom.InvalidInputError) as caught:
                carom.run(file)
        self.assertEqual(command.stderr, f"carom: {caught.exception}\n")
        with self.assertRaisesRegex(carom.InvalidInputError, "bodies.ball.mass: -1 is not positive"):
            carom.run(wrong)

    def test_export(self):
        result = carom.run(ball())
        with tempfile.TemporaryDirectory() as folder:
            path = carom.to_mcap(result, Path(folder, "ball.mcap"))
            self.assertEqual(Path(path).read_bytes()[:5], b"\x89MCAP")
            with self.assertRaisesRegex(carom.CaromError, "ball.mcap: exists; move it, or choose another name"):
                carom.to_mcap(result, path)
            folder_of_vtk = carom.export(result, Path(folder, "vtk"), "vtk")
            with self.assertRaisesRegex(carom.CaromError, "vtk: exists; move it, or choose another name"):
                carom.export(result, folder_of_vtk, "vtk")
            with self.assertRaises(ValueError):
                result.series["time"][0] = 1
            with self.assertRaisesRegex(carom.InvalidInputError, 'format: "stl" is not one of glb, usda'):
                carom.export(result, Path(folder, "ball.stl"), "stl")


def _first_impact():
    for file in sorted((ROOT / "examples").glob("*.json")):
        if json.loads(file.read_text()).get("kind", "impact") == "impact":
            return file
    raise AssertionError("no example of an impact")


class Process(unittest.TestCase):
    def test_time_out(self):
        """A call that takes too long is ended, and the next one starts another process."""
        slow = ball(restitution=1, duration=10000, output={"rate": 100})
        started = time.monotonic()
        with self.assertRaisesRegex(carom.CaromTimeoutError, r"no answer within 0\.2 s"):
            carom.run(slow, timeout=0.2)
        self.assertLess(time.monotonic() - started, 10)
        self.assertEqual(carom.impact(numpy.eye(3), [0, 0, -1], 0, 1).velocity[0, 2], 1)

    def test_one_process_that_is_started_again(self):
        carom.version()
        first = SERVER._process.pid
        carom.impact(numpy.eye(3), [0, 0, -1], 0, 1)
        self.assertEqual(SERVER._process.pid, first)
        os.kill(first, signal.SIGKILL)
        SERVER._process.wait()
        carom.impact(numpy.eye(3), [0, 0, -1], 0, 1)
        self.assertNotEqual(SERVER._process.pid, first)

    def test_threads(self):
        found = {}

        def one(i):
            found[i] = carom.impact(numpy.eye(3), [0, 0, -1 - i], 0, 0).impulse[0, 2]

        threads = [threading.Thread(target=one, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {i: 1 + i for i in range(8)})

    def test_ends_with_python(self):
        script = "import carom; carom.version(); from carom._server import SERVER; print(SERVER._process.pid)"
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(done.stdout), 0)

    def test_no_command(self):
        try:
            carom.configure(command="/nowhere/carom")
            with self.assertRaisesRegex(carom.CaromNotFoundError, "/nowhere/carom is not there: install it"):
                carom.version()
            carom.configure(command=sys.executable)
            with self.assertRaisesRegex(carom.ServerError, "did not answer"):
                carom.version()
        finally:
            carom.configure(command=None)

    def test_frames(self):
        """Arrays of every size come back as they were."""
        arrays = [numpy.arange(6.0).reshape(2, 3), numpy.arange(5, dtype=numpy.uint8), numpy.zeros((0, 3)), numpy.array(2.5)]
        with tempfile.TemporaryFile(buffering=0) as file:
            for piece in _frames.pieces({"value": [{"$array": i} for i in range(4)]}, arrays):
                file.write(piece)
            file.seek(0)
            header = _frames.read(file)
            self.assertIsNone(_frames.read(file))
        for got, expected in zip(header["value"], arrays):
            numpy.testing.assert_array_equal(got, expected)


if __name__ == "__main__":
    unittest.main()
