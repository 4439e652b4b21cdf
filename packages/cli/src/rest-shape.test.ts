import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { frustumMesh, meshSurface, readObj, tubeMesh, writeMsh, writeObj } from "carom/soft";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carom, type Folder, temporaryFolder } from "./command.testing.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => {
  folder.remove();
});

const study = (more: object = {}) => ({
  carom: 1,
  kind: "rest-shape",
  title: "Cake",
  mesh: { type: "frustum", bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 2, layers: 2 },
  material: { youngModulus: 3000, poissonRatio: 0.4, density: 960 },
  ...more,
});
const run = (given: object, ...args: string[]) => carom(["run", folder.put("study.json", given), ...args], { cwd: folder.path });

describe("carom run on a rest shape", () => {
  it("tells it, and writes a folder", () => {
    const cake = frustumMesh(study().mesh);
    writeFileSync(join(folder.path, "cake.obj"), writeObj(cake.nodes, meshSurface(cake).triangles));
    const { stdout, code } = run(study({ flip: true, skin: { type: "file", file: "cake.obj" } }), "--out", "there");
    expect(code).toBe(0);
    expect(stdout).toContain("Without gravity the body would be up to");
    expect(stdout).toContain("spectral radius");
    expect(stdout).toContain("turned over, from the recovered shape");
    expect(readdirSync(join(folder.path, "there")).sort()).toEqual([
      "history.csv",
      "iterations.svg",
      "manifest.json",
      "observed.vtu",
      "relaxations.csv",
      "relaxations.svg",
      "report.html",
      "rest.msh",
      "rest.vtu",
      "result-study.json",
      "result.json",
      "shapes.svg",
      "skin-observed.obj",
      "skin-rest.obj",
      "skin-turned-over.obj",
      "turned-over.svg",
      "turned-over.vtu",
    ]);
    expect(readFileSync(join(folder.path, "there", "rest.vtu"), "utf8")).toContain('NumberOfPoints="57"');
    // The skin as it was seen is what was given, to rounding, vertex by vertex; at rest it is elsewhere.
    const [given, seen, rest] = ["cake.obj", "there/skin-observed.obj", "there/skin-rest.obj"].map((file) =>
      readObj(readFileSync(join(folder.path, file), "utf8")),
    );
    expect(seen!.triangles).toEqual(given!.triangles);
    const apart = (from: Float64Array) => Math.max(...from.map((value, at) => Math.abs(value - given!.vertices[at]!)));
    expect(apart(seen!.vertices)).toBeLessThan(1e-15);
    expect(apart(rest!.vertices)).toBeGreaterThan(1e-3);
  });

  it("reads a mesh of gmsh beside the study, of at least 500 nodes, whose recovered shape sags back to what was seen", () => {
    const mesh = tubeMesh({ innerRadius: 20, outerRadius: 30, height: 60, cells: [2, 24, 8] });
    const given = study({
      mesh: { type: "file", file: "tube.msh", scale: 0.001 },
      material: { youngModulus: 2e4, poissonRatio: 0.3, density: 1000 },
      convergence: false,
    });
    expect(run(given).stderr).toMatch(/tube\.msh: there is no such file/);
    writeFileSync(join(folder.path, "tube.msh"), writeMsh(mesh, "4.1"));
    const result = JSON.parse(run(given, "--json").stdout);
    expect(result.mesh.nodes).toBeGreaterThanOrEqual(500);
    expect(result.status).toBe("converged");
    expect(result.largestDisplacement).toBeGreaterThan(1e-4);
    expect(result.sagsBackWithin).toBeLessThan(1e-10 * 0.06);
    // A study of somebody else's may name any file: it is read from wherever it is, and what is no mesh is not repeated.
    writeFileSync(join(folder.path, "tube.msh"), "root:x:0:0:its secret\n");
    const elsewhere = { ...given, mesh: { type: "file", file: `../${basename(folder.path)}/tube.msh` } };
    const { stdout, stderr, code } = run(elsewhere);
    expect(stderr).toContain("tube.msh: 2 lines are no .msh file: none of them is $MeshFormat");
    expect(`${stdout}${stderr}`).not.toContain("secret");
    expect(code).toBe(2);
  });

  it("says where no shape is found", () => {
    const { stdout, code } = run(
      study({ material: { youngModulus: 200, poissonRatio: 0.4, density: 960 }, massModel: "rest", convergence: false }),
    );
    expect(code).toBe(1);
    expect(stdout).toContain("No shape without gravity was found");
    expect(stdout).toContain("too soft for its weight");
  });

  it("takes quadratic elements and the neo-Hookean law, from its own rest.msh too", () => {
    const material = { youngModulus: 3000, poissonRatio: 0.4, density: 960, law: "neo-hooke" };
    const of = (more: object) => JSON.parse(run(study({ material, ...more }), "--json").stdout);
    const [linear, quadratic] = [of({}), of({ element: "quadratic", flip: true })];
    for (const result of [linear, quadratic]) {
      expect(result).toMatchObject({ status: "converged", law: "neo-hooke" });
      expect(result.sagsBackWithin).toBeLessThan(1e-9);
      expect(result.warnings.map(({ code }: { code: string }) => code)).not.toContain("strain");
      expect(result.rest.length).toBe(57);
      const carried = result.reactions.reduce((sum: number, force: number[]) => sum + force[2]!, 0);
      expect(carried / (result.mass * 9.81)).toBeCloseTo(1, result === linear ? 9 : 1);
    }
    // Linear elements are too stiff, by about what they say of themselves.
    expect(quadratic.largestDisplacement).toBeGreaterThan(1.03 * linear.largestDisplacement);
    expect(1 - linear.largestDisplacement / quadratic.largestDisplacement).toBeCloseTo(linear.meshError, 0.5);
    expect(quadratic.meshError).toBeLessThan(linear.meshError / 2);
    expect(quadratic.flip.fromRest.height).toBeGreaterThan(quadratic.flip.fromObserved.height);
    expect(run(study({ mesh: { type: "file", file: "there/rest.msh" } })).code).toBe(0);
  });

  it("fills a skin with tetrahedra, and puts it down", () => {
    const cake = frustumMesh({ ...study().mesh, rings: 6, layers: 6 });
    const lifted = cake.nodes.map((value, at) => 1000 * (at % 3 === 2 ? value + 0.5 : value));
    writeFileSync(join(folder.path, "skin.obj"), writeObj(lifted, meshSurface(cake).triangles));
    const mesh = { type: "file", file: "skin.obj", scale: 0.001, cell: 0.005, stand: 1e-6 };
    const result = JSON.parse(run(study({ mesh, convergence: false }), "--json").stdout);
    expect(result.status).toBe("converged");
    expect(Math.abs(result.volumes.observed / 7.6e-5 - 1)).toBeLessThan(0.03);
    expect(result.stuck.length).toBeGreaterThan(20);
    expect(Math.min(...result.observed.map((place: number[]) => place[2]!))).toBe(0);
    expect(run(study({ mesh: { ...mesh, cell: undefined } })).stderr).toContain("mesh.cell: nothing is a number above 0");
    expect(run(study({ mesh: { ...mesh, cell: 0.05 } })).stderr).toMatch(/mesh\.cell: 0\.05 (makes a mesh|leaves nothing)/);
  });

  const refused: readonly [object, string][] = [
    [{ element: "cubic" }, 'element: "cubic" is not one of linear, quadratic'],
    [{ element: "quadratic", volumeModel: "rest" }, 'volumeModel: "rest" is for linear elements with the linear law only'],
    [{ element: "quadratic", solver: { method: "fixed-point" } }, 'solver.method: "fixed-point" is for linear elements'],
    [{ material: { youngModulus: 0, poissonRatio: 0.3, density: 1 } }, "material.youngModulus: 0 is not positive"],
    [{ material: { youngModulus: 1, poissonRatio: 0.5, density: 1 } }, "material.poissonRatio: 0.5 is not between -1 and 0.5"],
    [{ material: { youngModulus: 1, poissonRatio: 0.3, density: -1 } }, "material.density: -1 is negative"],
    [{ stuck: [0, 1] }, "stuck: [0, 1] has fewer than three nodes"],
    [{ stuck: [0, 1, 999] }, "stuck[2]: 999 is not a node"],
    [{ solver: { method: "fixed-point", relaxation: 2 } }, "solver.relaxation: 2 is above 1"],
    [{ solver: { relaxation: 0.5 } }, "solver.relaxation: 0.5 is of no use without the method fixed-point"],
    [{ solver: { tolerance: 0 } }, "solver.tolerance: 0 is not positive"],
    [{ mesh: { type: "sphere", radius: 1 } }, 'mesh.type: "sphere" is not a mesh: its type is not one of box, ball'],
    [{ mesh: { type: "ball", radius: 1, divisions: 4, baseRadius: 2 } }, "mesh.baseRadius: 2 is not between 0.02 and 0.95"],
    [{ mesh: { type: "ball", radius: 1, divisions: 4 }, flip: true }, "flip: true needs a flat top"],
    [
      { mesh: { type: "tetrahedra", nodes: [[0, 0, 0]], tetrahedra: [[0, 1, 2, 3]] } },
      "mesh.tetrahedra[0]: [0, 1, 2, 3] names node 1, and there are 1",
    ],
  ];

  it("refuses bad meshes, materials, bases and solvers by name, all in one run", () => {
    const files = refused.map(([more], i) => folder.put(`bad-${i}.json`, study(more)));
    const { stderr, code } = carom(["validate", ...files], { cwd: folder.path });
    expect(code).toBe(2);
    for (const [i, [, expected]] of refused.entries()) expect(stderr).toContain(`${files[i]}: ${expected}`);
  });
});
