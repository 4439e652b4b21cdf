import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import h5wasm from "h5wasm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { carom, type Folder, temporaryFolder } from "./command.testing.js";
import { spoilableHdf5, spoiledHdf5, tryHdf5 } from "./import/hdf5-campaign.testing.js";
import { readStudy } from "./study-file.js";

let folder: Folder;
beforeAll(async () => {
  folder = temporaryFolder();
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File("made.h5", "w");
  file.create_dataset({ name: "shake", data: new Float64Array([0, 0, 0.1, 2, 0.2, 4]), shape: [3, 2] });
  const walk = file.create_group("walk");
  walk.create_dataset({ name: "time", data: new Float64Array([0, 0.1, 0.2]) });
  walk.create_dataset({ name: "ax", data: new Float32Array([0, 0.5, 1]) });
  walk.create_dataset({ name: "n", data: new BigInt64Array([1n, 2n, 3n]) });
  file.create_dataset({ name: "long", data: new Float64Array(9) });
  file.create_dataset({ name: "cube", data: new Float64Array(8), shape: [2, 2, 2] });
  file.create_external_link("other.h5", "/secret", "leads out");
  file.close();
  writeFileSync(join(folder.path, "take.h5"), FS.readFile("made.h5"));
  writeFileSync(join(folder.path, "not.h5"), "time,x\n0,1\n");
});
afterAll(() => folder.remove());

/** A study of ground that is moved as a file says. */
function shaken(file: string, more: object = {}): string {
  const table = { plane: { normal: [0, 0, 1] }, motion: { type: "series", direction: [1, 0, 0], file, ...more } };
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1] };
  return folder.put("study.json", { carom: 1, kind: "simulation", title: "Shaken", duration: 0.1, bodies: { ball, table } });
}

async function motionOf(file: string, more: object = {}) {
  const study = (await readStudy(join(folder.path, shaken(file, more)))) as never as { bodies: { table: { motion: object } } };
  return study.bodies.table.motion;
}

it("takes columns of a dataset or of a group from HDF5 files", async () => {
  expect(await motionOf("take.h5#/shake")).toMatchObject({ times: [0, 0.1, 0.2], accelerations: [0, 2, 4] });
  expect(await motionOf("take.h5#walk", { timeColumn: "time", column: "ax", scale: 2 })).toMatchObject({ accelerations: [0, 1, 2] });
});

it("says what is wrong with others", async () => {
  await expect(motionOf("take.h5")).rejects.toThrow(/take\.h5#\/: long has 9 rows and shake_1 3; name one dataset/);
  await expect(motionOf("take.h5#poses")).rejects.toThrow(/take\.h5#\/poses: is not there; the file has .*walk/);
  await expect(motionOf("take.h5#cube")).rejects.toThrow(/holds no numbers in one or two dimensions/);
  await expect(motionOf("take.h5#leads out")).rejects.toThrow(/is a link, which is not followed/);
  await expect(motionOf("not.h5")).rejects.toThrow(/not\.h5: 11 bytes do not begin as an HDF5 file does/);
  await expect(motionOf("none.h5")).rejects.toThrow(/none\.h5: /);
});

/** Modules that the command asks for as if h5wasm were not installed. */
const WITHOUT = `
  import { register } from "node:module";
  const hook = "export const resolve = (name, context, next) => name === 'h5wasm' " +
    "? Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })) : next(name, context);";
  register("data:text/javascript," + encodeURIComponent(hook));
`;

it("says what to install where the package is not there", () => {
  folder.put("without.mjs", WITHOUT);
  const study = shaken("take.h5#/shake");
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(join(folder.path, "without.mjs")).href}` };
  const { code, stderr } = carom(["run", study], { cwd: folder.path, env });
  expect(code).toBe(2);
  expect(stderr).toContain("HDF5 files need a package that is not installed: npm install h5wasm@0.10.3");
  expect(carom(["run", study], { cwd: folder.path }).code).toBe(0);
});

it("refuses spoiled files in words, or reads them", async () => {
  const whole = await spoilableHdf5();
  for (let seed = 0; seed < 30; seed++) {
    writeFileSync(join(folder.path, "spoiled.h5"), spoiledHdf5(whole, seed));
    await expect(tryHdf5(join(folder.path, "spoiled.h5")), String(seed)).resolves.toBeTypeOf("boolean");
  }
});
