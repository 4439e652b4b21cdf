import { readFileSync, writeFileSync } from "node:fs";
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
  expect(Object.keys(result.bodies)).toEqual(["post", "upper arm", "forearm", "hand"]);
  expect(result.events[0].kind).toBe("impact");
  expect(Math.abs(result.ledger.residual)).toBeLessThan(1e-8);
});

it("takes meshes from beside the file, also binary ones, and says which are missing", () => {
  const mesh = ARM.replace('<sphere radius="0.04"/>', '<mesh filename="package://arm/hand.stl"/>');
  put("mesh.urdf", mesh);
  const missing = run("urdf", "mesh.urdf");
  expect(missing.stderr).toContain("package://arm/hand.stl: there is no such mesh beside the URDF");
  expect(missing.code).toBe(2);
  const corners = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1];
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const stl = Buffer.alloc(84 + 50 * 4);
  stl.writeUInt32LE(4, 80);
  faces.forEach((corner, i) => {
    for (let c = 0; c < 3; c++) stl.writeFloatLE(corners[3 * corner + c]!, 84 + 50 * Math.floor(i / 3) + 12 * (1 + (i % 3)) + 4 * c);
  });
  put("hand.stl", stl);
  const { hand } = JSON.parse(run("urdf", "mesh.urdf").stdout).bodies;
  expect(hand.shape.type).toBe("mesh");
  expect(hand.shape.vertices).toHaveLength(4);
});

it("says in which line a file is wrong, and refuses bombs", () => {
  const wrong = run("urdf", put("wrong.urdf", ARM.replace('<limit lower="-2.4" upper="0.1" effort="20" velocity="5"/>', "")));
  expect(wrong.stderr).toMatch(/wrong\.urdf: line 47, joint elbow\/limit: nothing is given/);
  expect(wrong.code).toBe(2);
  const bomb = run("urdf", put("bomb.urdf", '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><robot name="&b;"/>'));
  expect(bomb.stderr).toContain("line 1");
  expect(bomb.stderr).toContain("document types or entities");
  expect(bomb.code).toBe(2);
});
