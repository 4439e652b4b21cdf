import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { choleskyFactor, choleskySolve } from "../../math/solve.js";
import type { Vec3 } from "../../math/vec3.js";
import { systemFromScene } from "../scene/scene.js";
import { createArticulatedTree } from "./articulated.js";
import { meanSquareDepth, speedsBefore } from "./branches.js";
import { createTreeDynamics } from "./dynamics.js";
import type { Link } from "./links.js";
import { createTree, type Tree } from "./tree.js";

const TYPES = ["revolute", "prismatic", "spherical", "free", "fixed"] as const;

/** Links on joints of all types, each on one of those before it: on the last of them where `branching` is 0. */
function randomTree(seed: number, count: number, branching: number): Tree {
  const random = createRandom(seed);
  const between = () => 2 * random() - 1;
  const links = Array.from({ length: count }, (_, i): Link => {
    const type = i === 0 ? "free" : TYPES[Math.floor(random() * TYPES.length)];
    const axis: Vec3 = [between(), between(), 1.5 + between()];
    const shear = 0.001 * between();
    return {
      name: `${i}`,
      parent: i === 0 ? "world" : `${Math.max(0, i - 1 - Math.floor(branching * random()))}`,
      joint:
        type === "revolute" || type === "prismatic"
          ? { type, position: [0.2 * between(), 0.2 * between(), 0.3], axis }
          : { type, position: [0.2 * between(), 0.2 * between(), 0.3] },
      mass: 0.5 + random(),
      centre: [0.1 * between(), 0.1 * between(), 0.1 * between()],
      inertia: [
        [0.01 + 0.01 * random(), shear, 0],
        [shear, 0.02, 0],
        [0, 0, 0.015],
      ],
    };
  });
  const tree = createTree(links);
  const coordinates = Float64Array.from({ length: tree.coordinateCount }, between);
  for (const { type, coordinate } of tree.links) {
    if (type !== "spherical" && type !== "free") continue;
    const at = type === "free" ? coordinate + 3 : coordinate;
    let norm = 0;
    for (let c = 0; c < 4; c++) norm += coordinates[at + c] ** 2;
    for (let c = 0; c < 4; c++) coordinates[at + c] /= Math.sqrt(norm);
  }
  tree.place(coordinates);
  return tree;
}

function massRows(tree: Tree): number[][] {
  const n = tree.speedCount;
  const mass = new Float64Array(n * n);
  createTreeDynamics(tree).massMatrix(mass);
  return Array.from({ length: n }, (_, k) => Array.from(mass.subarray(k * n, (k + 1) * n)));
}

describe("articulated inertias", () => {
  it("solve as the factors of the dense mass matrix do, of trees with joints of all types", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const tree = randomTree(seed, 2 + (seed % 12), 3);
      const random = createRandom(1000 + seed);
      const forces = Array.from({ length: tree.speedCount }, () => 2 * random() - 1);
      const factor = choleskyFactor(massRows(tree));
      if (factor === undefined) throw new Error("the mass matrix of a tree with masses is positive definite");
      const dense = choleskySolve(factor, forces);
      const articulated = createArticulatedTree(tree);
      expect(articulated.weigh()).toBe(-1);
      const x = Float64Array.from(forces);
      articulated.solve(x);
      const most = Math.max(...dense.map(Math.abs));
      for (let k = 0; k < x.length; k++) expect(Math.abs(x[k] - dense[k]) / most).toBeLessThan(1e-12);
    }
  });

  it("leave M x = f of a chain of 120 links to 1e-12", () => {
    const tree = randomTree(7, 120, 0);
    const rows = massRows(tree);
    const forces = Float64Array.from(rows, (_, k) => ((k * 37) % 11) - 5);
    const articulated = createArticulatedTree(tree);
    expect(articulated.weigh()).toBe(-1);
    const x = Float64Array.from(forces);
    articulated.solve(x);
    rows.forEach((row, k) => {
      let [sum, most] = [-forces[k], 0];
      for (let j = 0; j < row.length; j++) {
        sum += row[j] * x[j];
        most += Math.abs(row[j] * x[j]);
      }
      expect(Math.abs(sum) / most).toBeLessThan(1e-12);
    });
  });

  it("tell the speed that nothing resists", () => {
    const hinge = { type: "revolute", position: [0, 0, 0], axis: [0, 0, 1] } as const;
    const none = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ] as const;
    const heavy = { mass: 1, centre: [0.3, 0, 0], inertia: none } as const;
    const weightless = { mass: 0, inertia: none } as const;
    const end = createTree([
      { name: "a", parent: "world", joint: hinge, ...heavy },
      { name: "b", parent: "a", joint: { ...hinge, position: [1, 0, 0] }, ...weightless },
    ]);
    end.place(new Float64Array(2));
    expect(createArticulatedTree(end).weigh()).toBe(1);
    // Two hinges about one line, nothing between them: only their sum has an inertia.
    const twice = createTree([
      { name: "a", parent: "world", joint: hinge, ...weightless },
      { name: "b", parent: "a", joint: hinge, ...heavy },
    ]);
    twice.place(new Float64Array(2));
    expect(createArticulatedTree(twice).weigh()).toBe(0);
  });

  it("stand for the mass matrix where the way to the root is long: a chain of 40 keeps its energy", () => {
    const names = Array.from({ length: 40 }, (_, i) => `link ${i}`);
    const bodies = Object.fromEntries(
      names.map((name, i) => [
        name,
        {
          joint: {
            type: "revolute" as const,
            parent: i === 0 ? "world" : names[i - 1],
            position: [i === 0 ? 0 : 0.1, 0, 0] as Vec3,
            axis: [i % 2, 1 - (i % 2), 0] as Vec3,
          },
          mass: 1,
          centre: [0.05, 0, 0] as Vec3,
          inertia: [0.001, 0.002, 0.002] as Vec3,
        },
      ]),
    );
    const system = systemFromScene({ bodies });
    const n = names.length;
    const q = Float64Array.from({ length: n }, (_, i) => 0.2 * Math.sin(i));
    const u = Float64Array.from({ length: n }, (_, i) => 0.3 * Math.cos(i));
    const accelerations = new Float64Array(n);
    system.forces(0, q, u, accelerations);
    system.solveMass(q, accelerations, accelerations);
    // d/dt (T + V) = 0, by differences along the motion: the mass matrix does not enter.
    const energyAfter = (time: number) => {
      const later = q.map((value, k) => value + u[k] * time + (accelerations[k] * time * time) / 2);
      const faster = u.map((value, k) => value + accelerations[k] * time);
      return system.kineticEnergy(later, faster) + system.potentialEnergy(0, later);
    };
    const h = 1e-5;
    const [energy, rate] = [system.kineticEnergy(q, u), (energyAfter(h) - energyAfter(-h)) / (2 * h)];
    expect(Math.abs(rate) / energy).toBeLessThan(1e-6);
    const links = names.map((name, i): Link => {
      const joint = { type: "revolute", position: [0.1, 0, 0], axis: [0, 1, 0] } as const;
      return { name, parent: i === 0 ? "world" : names[i - 1], joint, mass: 1 };
    });
    expect(meanSquareDepth(speedsBefore(createTree(links)))).toBeCloseTo((41 * 81) / 6, 10);
  });
});
