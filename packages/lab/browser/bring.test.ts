/** Files brought to the builder: robots, meshes, measured motions; and files that mean harm. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseStudyText, type SimulationStudy } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { repository } from "./chromium.js";
import { type Lab, openLab } from "./lab-page.js";

const SOON = { timeout: 50_000 };
let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/build?new=1", { width: 1210, height: 640 });
  await page.locator(".canvas-holder[data-ready=true]").waitFor();
});
afterAll(() => lab?.close());
afterEach(() => expect(lab.problems.splice(0)).toEqual([]));

const file = (name: string, content: string | Buffer) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
const bring = (...files: ReturnType<typeof file>[]) => page.locator(".build-files input").setInputFiles(files);
const study = async () => {
  const kept = await page.evaluate(() => window.localStorage.getItem("carom-build"));
  return parseStudyText((JSON.parse(kept!) as { text: string }).text) as SimulationStudy;
};
const said = () => page.locator(".build-panel [role=alert]").first().innerText();

const ARM = readFileSync(join(repository, "examples/urdf/arm.urdf"), "utf8");

/** A cube of 40 mm, in millimetres, as text. */
const CUBE = (() => {
  const corners = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [40 * x, 40 * y, 40 * z])));
  const faces = [
    [0, 1, 3],
    [0, 3, 2],
    [4, 6, 7],
    [4, 7, 5],
    [0, 4, 5],
    [0, 5, 1],
    [2, 3, 7],
    [2, 7, 6],
    [0, 2, 6],
    [0, 6, 4],
    [1, 5, 7],
    [1, 7, 3],
  ];
  const facet = (face: readonly number[]) =>
    `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${corners[i].join(" ")}`).join("\n")}\nendloop\nendfacet`;
  return `solid cube\n${faces.map(facet).join("\n")}\nendsolid cube\n`;
})();

it("puts a robot there, keeps it as one step, takes it back without a trace", { timeout: 180_000 }, async () => {
  await bring(file("arm.urdf", ARM));
  await page.getByRole("button", { name: "Keep it" }).waitFor(SOON);
  expect(await page.locator(".bring-panel").innerText()).toContain("arm.urdf");
  expect(await page.locator(".build-tree").innerText()).toContain("forearm");
  await expect.poll(() => page.locator(".build").getAttribute("data-done"), SOON).toBe("true");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect.poll(() => page.locator(".build-tree [data-row]").count(), SOON).toBe(3);
  await bring(file("arm.urdf", ARM));
  await page.getByRole("radio", { name: "is free" }).check();
  await expect
    .poll(async () => Object.values((await study()).bodies).some((body) => "joint" in body && body.joint.type === "free"), SOON)
    .toBe(true);
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect.poll(async () => Object.keys((await study()).bodies).length, SOON).toBeGreaterThan(3);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => Object.keys((await study()).bodies), SOON).toEqual(["floor"]);
});

it("reads a scene of MuJoCo", { timeout: 120_000 }, async () => {
  const geom = '<geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02"/>';
  const arm = `<body name="swing" pos="0 0 1"><joint type="hinge" axis="0 1 0"/>${geom}</body>`;
  await bring(file("swing.xml", `<mujoco model="a swing"><worldbody>${arm}</worldbody></mujoco>`));
  await page.getByRole("button", { name: "Keep it" }).waitFor(SOON);
  expect(await page.locator(".build-tree").innerText()).toContain("swing");
  await page.getByRole("button", { name: "Take it back" }).click();
});

it("waits for the meshes that a robot names, and takes them by their names", async () => {
  const mesh = '<mesh filename="package://bot/meshes/Cube.stl" scale="0.001 0.001 0.001"/>';
  const urdf = `<robot name="cube bot"><link name="base"><collision><geometry>${mesh}</geometry></collision></link></robot>`;
  await bring(file("bot.urdf", urdf));
  await expect.poll(said, SOON).toContain("it needs Cube.stl");
  await page.locator(".bring-drop input").setInputFiles([file("cube.stl", CUBE)]);
  await page.getByRole("button", { name: "Take it back" }).waitFor(SOON);
  await page.getByRole("button", { name: "Take it back" }).click();
});

it("takes a mesh in the unit that suits it, and lays a measured motion over the computed one", async () => {
  await bring(file("cube.stl", CUBE));
  await page.getByRole("button", { name: "Keep it" }).waitFor(SOON);
  expect(await page.locator(".bring-panel").innerText()).toContain("40.0 × 40.0 × 40.0 mm");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect.poll(async () => (await study()).bodies.cube, SOON).toMatchObject({ shape: { type: "mesh" } });
  // It rests: measured 3 mm beside where it lies.
  const [x, y, z] = ((await study()).bodies.cube as { position: [number, number, number] }).position;
  const rows = [0, 0.5, 1].map((time) => `${1000 * time},${1000 * x + 3},${1000 * y},${1000 * z}`);
  await bring(file("film.csv", ["t (ms),cube.x (mm),cube.y (mm),cube.z (mm)", ...rows].join("\n")));
  await page.locator("[data-difference]").waitFor(SOON);
  expect(Number(await page.locator("[data-difference]").getAttribute("data-difference"))).toBeCloseTo(0.003, 9);
  expect(await page.locator(".measured-dot").count()).toBe(3);
  await page.getByRole("button", { name: "Take it away" }).click();
  // The same from numpy, 4 mm beside: an array of records.
  const head =
    "{'descr': [('time', '<f8'), ('cube_x', '<f8'), ('cube_y', '<f8'), ('cube_z', '<f8')], 'fortran_order': False, 'shape': (3,), }";
  const begin = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, 182, 0]);
  const numbers = Buffer.from(new Float64Array([0, 0.5, 1].flatMap((time) => [time, x + 0.004, y, z])).buffer);
  await bring(file("film.npy", Buffer.concat([begin, Buffer.from(`${head.padEnd(181)}\n`), numbers])));
  await page.locator("[data-difference]").waitFor(SOON);
  expect(Number(await page.locator("[data-difference]").getAttribute("data-difference"))).toBeCloseTo(0.004, 9);
  await page.getByRole("button", { name: "Take it away" }).click();
});

it("answers files that mean harm with a sentence, and stays awake", { timeout: 180_000 }, async () => {
  const entity = (i: number) => `<!ENTITY b${i} "${i === 0 ? "&a;&a;" : `&b${i - 1};&b${i - 1};`}">`;
  const entities = Array.from({ length: 20 }, (_, i) => entity(i)).join("");
  const bomb = `<!DOCTYPE r [<!ENTITY a "${"x".repeat(1000)}">${entities}]><robot name="&b19;"/>`;
  const deep = `${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}`;
  const many = `<robot name="many">${Array.from({ length: 3000 }, (_, i) => `<link name="l${i}"/>`).join("")}</robot>`;
  const liar = Buffer.alloc(200);
  liar.writeUInt32LE(0xffffffff, 80);
  const spike = (i: number) =>
    `facet normal 0 0 0\nouter loop\nvertex ${i % 9} ${i % 11} 1\nvertex ${i % 7} 1e30 0\nvertex 0 NaN 1\nendloop\nendfacet`;
  const spiky = `solid s\n${Array.from({ length: 20_000 }, (_, i) => spike(i)).join("\n")}\nendsolid`;
  const hostile = [
    file("bomb.urdf", bomb),
    file("deep.urdf", deep),
    file("many.urdf", many),
    file("no.urdf", "not xml at all"),
    file("mjcf.xml", "<mujoco><worldbody/></mujoco>"),
    file("loop.xml", '<mujoco><include file="loop.xml"/><worldbody><body><freejoint/></body></worldbody></mujoco>'),
    file("liar.stl", liar),
    file("spiky.stl", spiky),
    file("empty.obj", ""),
    file("faces.obj", "v 0 0 0\nf 1 2 99999999\n"),
    file("words.csv", "a,b,c\nd,e,f\ng,h,i\n"),
    file("rows.csv", `t,x\n${"0,0\n".repeat(150_000)}`),
  ];
  for (const one of hostile) {
    await bring(one);
    await expect.poll(said, SOON).toContain(one.name);
    // The page answers meanwhile, however slowly software draws.
    const waited = await page.evaluate(async () => {
      const from = performance.now();
      await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - from;
    });
    expect(waited).toBeLessThan(5000);
    await page.locator(".bring-panel .text-button").first().click();
    await expect.poll(() => page.locator(".build-panel [role=alert]").count(), SOON).toBe(0);
  }
});
