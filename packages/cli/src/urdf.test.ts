import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { carom, type Folder, temporaryFolder } from "./command.testing.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => {
  folder.remove();
});

const ARM = readFileSync(new URL("../../../examples/urdf/arm.urdf", import.meta.url), "utf8");
const put = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder.path, name), content);
  return name;
};
const run = (...args: string[]) => carom(args, { cwd: folder.path });

it("makes a study of the robot, which runs", () => {
  const { stdout, code } = run("urdf", put("arm.urdf", ARM), "--duration", "0.5");
  expect(code).toBe(0);
  put("arm.json", stdout);
  const result = JSON.parse(run("run", "arm.json", "--json").stdout);
  expect(Object.keys(result.bodies)).toEqual(["post", "upper arm", "forearm"]);
  expect(result.events[0].kind).toBe("impact");
  expect(Math.abs(result.ledger.residual)).toBeLessThan(1e-8);
});

it("takes meshes from beside the file, also binary ones, and says which are missing", () => {
  const mesh = ARM.replace('<sphere radius="0.04"/>', '<mesh filename="package://arm/hand.stl"/>');
  put("mesh.urdf", mesh);
  const missing = run("urdf", "mesh.urdf");
  expect(missing.stderr).toContain('"package://arm/hand.stl" is a mesh that was not found');
  expect(missing.code).toBe(2);
  const corners = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1];
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const stl = Buffer.alloc(84 + 50 * 4);
  stl.writeUInt32LE(4, 80);
  faces.forEach((corner, i) => {
    for (let c = 0; c < 3; c++) stl.writeFloatLE(corners[3 * corner + c]!, 84 + 50 * Math.floor(i / 3) + 12 * (1 + (i % 3)) + 4 * c);
  });
  put("hand.stl", stl);
  const { forearm } = JSON.parse(run("urdf", "mesh.urdf").stdout).bodies;
  expect(forearm.shape.parts[1].shape.type).toBe("mesh");
  expect(forearm.shape.parts[1].shape.vertices).toHaveLength(4);
  mkdirSync(join(folder.path, "elsewhere"));
  put("elsewhere/mesh.urdf", mesh.replace("hand.stl", "palm.STL"));
  put("elsewhere/Palm.stl", stl);
  expect(run("urdf", "elsewhere/mesh.urdf", "--package", "arm=elsewhere").code).toBe(0);
});

it("reads no file that is not called as a mesh, none outside of the folders, and follows no link out of them", () => {
  const inner = join(folder.path, ...Array.from({ length: 10 }, (_, i) => `d${i}`));
  mkdirSync(inner, { recursive: true });
  put("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
  put("secret.txt", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
  symlinkSync(join(folder.path, "far.obj"), join(inner, "link.obj"));
  const outside = ["../../../../../../../../../../far.obj", join(folder.path, "far.obj"), `file://${folder.path}/far.obj`, "link.obj"];
  const why = new Map([...outside, "/etc/passwd"].map((name) => [name, "is outside of the folders that may be read"]));
  why.set("package://../../../far.obj", "is a mesh that was not found").set("../secret.txt", "is not called as a mesh that is opened");
  for (const [name, reason] of why) {
    writeFileSync(join(inner, "robot.urdf"), ARM.replace('<sphere radius="0.04"/>', `<mesh filename="${name}"/>`));
    const { stderr, code } = run("urdf", join(inner, "robot.urdf"));
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
  }
});

it("says everything that is wrong, and with --strict what it would have mended", () => {
  put("many.urdf", ARM.replace('value="1.2"', 'value="heavy"').replace('lower="-2.4"', 'lower="low"'));
  const { stderr, code } = run("urdf", "many.urdf");
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringContaining('line 13, link upper arm/inertial/mass@value: "heavy" is not a number'),
    expect.stringContaining('line 52, joint elbow/limit@lower: "low" is not a number'),
  ]);
  expect(code).toBe(2);
  put("swapped.urdf", ARM.replace('lower="-2.4"', 'lower="2.4"'));
  const mended = run("urdf", "swapped.urdf");
  expect(mended.stderr).toContain("lower 2.4 is above upper 0.1: they are swapped");
  expect(JSON.parse(mended.stdout).description).toContain("lower 2.4 is above upper 0.1: they are swapped");
  const strict = run("urdf", "swapped.urdf", "--strict");
  expect(strict.stderr).toContain("(refused: --strict)");
  expect(strict.code).toBe(2);
});

it("drops a robot on a floor, which runs", () => {
  const { stdout, code } = run(
    "urdf",
    put("fall.urdf", ARM),
    "--drop",
    "0.2",
    "--friction",
    "0.6",
    "--restitution",
    "0.1",
    "--duration",
    "0.21",
  );
  expect(code).toBe(0);
  const study = JSON.parse(stdout);
  expect(study.bodies.floor).toEqual({ plane: { normal: [0, 0, 1] } });
  expect(study.contacts[0]).toEqual({ between: ["post", "floor"], friction: 0.6, restitution: 0.1 });
  put("fall.json", stdout);
  expect(JSON.parse(run("run", "fall.json", "--json").stdout).events[0].kind).toBe("impact");
});

it("says in which line a file is wrong, and refuses bombs", () => {
  const wrong = run("urdf", put("wrong.urdf", ARM.replace('lower="-2.4"', 'lower="low"')));
  expect(wrong.stderr).toMatch(/wrong\.urdf: line 52, joint elbow\/limit@lower: "low" is not a number/);
  expect(wrong.code).toBe(2);
  const bomb = run("urdf", put("bomb.urdf", '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><robot name="&b;"/>'));
  expect(bomb.stderr).toContain("line 1");
  expect(bomb.stderr).toContain("document types or entities");
  expect(bomb.code).toBe(2);
});

it("validate tells how well the parts of a mesh stand for it", () => {
  const meshes = new URL("../../../examples/meshes/", import.meta.url);
  for (const name of ["mug-lands.json", "mug.obj"]) put(name, readFileSync(new URL(name, meshes)));
  const { stdout, code } = run("validate", "mug-lands.json");
  expect(code).toBe(0);
  expect(stdout).toContain("bodies.mug.shape: a mesh of 0.0005160 m^3 touches by 8 convex parts, which have 0.00 % more volume");
});
