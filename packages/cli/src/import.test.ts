import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkStudy, parseStudy } from "carom/study";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Folder, temporaryFolder } from "./command.testing.js";
import { exportRun } from "./commands/export.js";
import { type ImportOptions, importFile } from "./commands/import.js";
import { importSpoiled, OPTIONS } from "./import/outside.testing.js";

const BODY = '<body name="a" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.1 0.1" friction="0.7"/></body>';

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, "inner", "models", "part"), { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
  put("inner/scene.xml", '<mujoco model="scene"><include file="robot.xml"/></mujoco>');
  put("inner/robot.xml", `<mujoco><worldbody>${BODY}</worldbody></mujoco>`);
  put("inner/out.xml", '<mujoco model="out"><include file="../outside.xml"/></mujoco>');
  put("outside.xml", `<mujoco><worldbody>${BODY}</worldbody></mujoco>`);
  put("inner/bomb.xml", '<!DOCTYPE mujoco [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mujoco>&b;</mujoco>');
  put("inner/page.xml", "<html/>");
  put("inner/models/world.sdf", '<sdf version="1.9"><world name="w"><include><uri>model://part</uri></include></world></sdf>');
  const inertia = "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>";
  put(
    "inner/models/part/model.sdf",
    `<sdf version="1.9"><model name="part"><link name="a"><inertial><mass>2</mass>${inertia}</inertial></link></model></sdf>`,
  );
});
afterAll(() => folder.remove());

/** In this process: a command each would cost more than what it does. */
async function imported(name: string, options: Partial<ImportOptions> = {}, from: ImportOptions = OPTIONS) {
  const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const account = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await importFile(join(folder.path, "inner", name), { ...from, ...options });
    return { study: JSON.parse(told.mock.calls.flat().join("")), account: account.mock.calls.flat().join("") };
  } finally {
    told.mockRestore();
    account.mockRestore();
  }
}

describe("carom import", () => {
  it("reads MJCF with what it includes, and drops it", async () => {
    const { study, account } = await imported("scene.xml", { drop: 0.3 });
    expect(study).toMatchObject({
      kind: "simulation",
      title: "scene",
      bodies: { a: { mass: expect.closeTo(8, 12), joint: { type: "free" } }, floor: {} },
    });
    expect(study.contacts).toEqual([{ between: ["a", "floor"], friction: 0.7, restitution: 0.2 }]);
    expect(account).toMatch(/scene\.xml: 2 links, .* 8\.00000 kg, 0 repairs/);
  });

  it("makes a scene of a file with a floor of its own, which runs, and says what the file does not", async () => {
    writeFileSync(
      join(folder.path, "inner", "floor.xml"),
      `<mujoco><worldbody><geom type="plane" size="1 1 1"/>${BODY}</worldbody></mujoco>`,
    );
    const plain: Partial<ImportOptions> = { strict: true };
    const { friction: _f, restitution: _r, ...silent } = OPTIONS;
    const { study, account } = await imported("floor.xml", plain, silent);
    expect(study.contacts).toEqual([{ between: ["a", "ground plane"], friction: 1, restitution: 0 }]);
    expect(account).toContain(
      "1 pair may touch, with restitution 0; of two frictions the greater counts, and it is 1 of the 1 of 2 bodies and planes",
    );
    expect(() => checkStudy(parseStudy(study))).not.toThrow();
  });

  it("drops five hundred bodies of one file within two seconds of processor time, with one material for all", async () => {
    const ball = (i: number) => `<body name="b${i}" pos="${i % 25} ${Math.floor(i / 25)} 1"><freejoint/><geom size="0.1"/></body>`;
    const text = `<mujoco><worldbody>${Array.from({ length: 500 }, (_, i) => ball(i)).join("")}</worldbody></mujoco>`;
    writeFileSync(join(folder.path, "inner", "many.xml"), text);
    const from = process.cpuUsage();
    const { study, account } = await imported("many.xml", { drop: 0.5 });
    const { user, system } = process.cpuUsage(from);
    expect(study.material).toEqual({ friction: 0.5, restitution: 0.2 });
    expect(study.contacts).toBeUndefined();
    expect(account).toMatch(/125250 pairs may touch/);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it("reads back what carom export writes of a study", async () => {
    const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 2, position: [0, 0, 1] };
    const study = { carom: 1, kind: "simulation", title: "Ball", duration: 1, bodies: { ball, floor: { plane: { normal: [0, 0, 1] } } } };
    folder.put("inner/ball.json", study);
    const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await exportRun(join(folder.path, "inner", "ball.json"), { format: "mjcf", out: join(folder.path, "inner", "ball.xml") });
    expect(told.mock.calls.flat().join("")).toMatch(/2 bodies; MuJoCo and carom import open it/);
    told.mockRestore();
    const { bodies } = (await imported("ball.xml")).study;
    expect(bodies.ball).toMatchObject({ mass: 2, joint: { type: "free", position: [0, 0, 1] } });
    expect(bodies.ball.inertia[0][0]).toBeCloseTo(0.4 * 2 * 0.01, 14);
    expect(Object.values(bodies)).toContainEqual({ plane: { normal: [0, 0, 1], point: [0, 0, 0] } });
  });

  it("reads back a scene that is written as URDF with meshes beside it", async () => {
    const top = { shape: { type: "cone", radius: 0.1, height: 0.2 }, mass: 2, position: [0, 0, 1] };
    const study = { carom: 1, kind: "simulation", title: "Top", duration: 1, bodies: { top }, gravity: [0, 0, -1.62] };
    folder.put("inner/top.json", study);
    const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const account = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const written = (out: string) =>
      exportRun(join(folder.path, "inner", "top.json"), { format: "urdf", out: join(folder.path, "inner", out) });
    await written("top.urdf");
    expect(told.mock.calls.flat().join("")).toMatch(/one body, a mesh in .*top-meshes; what URDF has no words for is told above/);
    expect(account.mock.calls.flat().join("")).toMatch(/top\.urdf: gravity: \[0, 0, -1\.62\] m\/s2 is left out/);
    await expect(written("top.urdf")).rejects.toThrow(/top\.urdf: exists/);
    told.mockRestore();
    account.mockRestore();
    const { bodies } = (await imported("top.urdf")).study;
    expect(bodies.top).toMatchObject({ mass: 2, joint: { type: "free", position: [0, 0, 1] }, centre: [0, 0, expect.closeTo(0.05, 14)] });
    // A cone about its axis: 3 m r^2 / 10.
    expect(bodies.top.inertia[2][2]).toBeCloseTo(0.3 * 2 * 0.01, 14);
  });

  it("reads SDF with models beside it", async () => {
    expect((await imported("models/world.sdf")).study).toMatchObject({
      title: "part",
      bodies: { a: { mass: 2, joint: { type: "free" } } },
    });
  });

  it("opens nothing outside of the folder that --inside names, however a file is spoiled or leads out", async () => {
    const { read, refused, failures } = await importSpoiled(15, 100);
    expect(failures).toEqual([]);
    // Both happen, or nothing was tried.
    expect(read).toBeGreaterThan(2);
    expect(refused).toBeGreaterThan(5);
  });

  it("says of a file why it is not there: outside, called otherwise, or not found", async () => {
    const put = (name: string, text: string) => writeFileSync(join(folder.path, "inner", name), text);
    const why = async (names: readonly string[], options: Partial<ImportOptions> = {}) => {
      const assets = names.map((name, k) => `<mesh name="m${k}" file="${name}"/>`).join("");
      const geoms = names.map((_, k) => `<geom type="mesh" mesh="m${k}"/>`).join("");
      put("why.xml", `<mujoco><asset>${assets}</asset><worldbody><body name="a"><freejoint/>${geoms}</body></worldbody></mujoco>`);
      const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      try {
        const last = await importFile(join(folder.path, "inner", "why.xml"), { ...OPTIONS, ...options }).catch(
          (error: Error) => error.message,
        );
        return [...told.mock.calls.flat(), last].join("\n");
      } finally {
        told.mockRestore();
      }
    };
    symlinkSync("/etc/hostname", join(folder.path, "inner", "link.stl"));
    const inside = { inside: join(folder.path, "inner") };
    const names = ["../a.stl", "/etc/b.stl", "link.stl", "c.stl", "d.txt"];
    const said = await why(names, inside);
    for (const name of names.slice(0, 3)) expect(said).toMatch(new RegExp(`"${name}" is outside of the folders that may be read`));
    expect(said).toMatch(/line 1, mesh m3@file: "c\.stl" is a mesh that was not found/);
    expect(said).toMatch(/"d\.txt" is not called as a mesh that is opened: \.stl, /);
    await expect(imported("out.xml")).rejects.toThrow(/include@file: "\.\.\/outside\.xml" is outside of the folders that may be read/);
    await expect(imported("scene.xml", { inside: "nowhere" })).rejects.toThrow("--inside nowhere: there is no such folder");
    await expect(imported("scene.xml", { package: ["a=nowhere"] })).rejects.toThrow(/--package a=.*nowhere: there is no such folder/);
    put("page.stl", "<!DOCTYPE html><html></html>");
    put("cut.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n");
    put("words.obj", "Not found\n");
    const wrong = await why(["page.stl", "cut.stl", "words.obj"]);
    expect(wrong).toMatch(/mesh m0@file, page\.stl: "a page" is not a mesh \(it looks like HTML\)/);
    expect(wrong).toMatch(/mesh m1@file, cut\.stl: "a text of triangles" has no endsolid: the file is cut short/);
    expect(wrong).toMatch(/mesh m2@file, words\.obj: "a text without corners" is not a mesh that is known/);
  });

  it("finds files with blanks in their names, and names texts that are not UTF-8", async () => {
    mkdirSync(join(folder.path, "inner", "my pkg"));
    const put = (name: string, text: string | Uint8Array) => writeFileSync(join(folder.path, "inner", name), text);
    put("my pkg/a b.obj", "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nv 0 0 1\r\n");
    const shape = (name: string) => `<collision><geometry><mesh filename="${name}"/></geometry></collision>`;
    const shapes = ["package://my pkg/a b.obj", "package://my%20pkg/a%20b.obj"].map(shape).join("");
    const text = `\uFEFF<?xml version="1.0"?>\r\n<robot name="r"><link name="a">${shapes}</link></robot>\r\n`;
    put("blanks.urdf", text);
    expect((await imported("blanks.urdf", { strict: true })).study.bodies.a.shape.type).toBe("compound");
    put("wide.urdf", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]));
    await expect(imported("wide.urdf")).rejects.toThrow(/wide\.urdf: is UTF-16 text: save it as UTF-8$/);
  });

  it("writes the gravity and the forces of a file into the study", async () => {
    writeFileSync(
      join(folder.path, "inner", "moon.xml"),
      `<mujoco><option gravity="0 0 -2"/><worldbody>${BODY.replace("<body", '<body gravcomp="0.5"')}</worldbody></mujoco>`,
    );
    for (const options of [{}, { drop: 1 }, { floor: -1 }]) {
      const { study } = await imported("moon.xml", options);
      expect(study.gravity).toEqual([0, 0, -2]);
      expect(study.loads).toEqual([{ type: "constant", body: "a", force: [0, 0, expect.closeTo(8, 12)] }]);
    }
  });

  it("reads nothing outside of the folder, and refuses what grows or is something else", async () => {
    await expect(imported("bomb.xml")).rejects.toThrow(/is refused: files with document types or entities of their own are not read/);
    await expect(imported("page.xml")).rejects.toThrow(
      /"<html>" does not begin a file that is read: URDF \(<robot>\), MJCF \(<mujoco>\), SDF/,
    );
  });
});
