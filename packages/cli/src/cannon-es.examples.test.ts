/** The example for web developers: Carom resolves one contact inside a cannon-es step loop. cannon-es is installed for the benchmarks. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { contactProblemFromBodies, type ImpactOutcome, solveFrictional, velocitiesAfter } from "carom";
import { describe, expect, it } from "vitest";

interface Vector {
  x: number;
  y: number;
  z: number;
  set(x: number, y: number, z: number): void;
  toArray(): [number, number, number];
}

interface Body {
  readonly position: Vector;
  readonly velocity: Vector;
  readonly angularVelocity: Vector;
  readonly inertia: Vector;
}

interface World {
  readonly gravity: Vector;
  step(seconds: number): void;
  addEventListener(name: string, listener: () => void): void;
}

interface Material {
  friction: number;
  restitution: number;
}

interface Example {
  rodOverFloor(restitution: number, gap?: number): { world: World; rod: Body; tip: object; material: Material };
  resolveWithCarom(world: World, shapes: readonly object[], material: Material, onImpact?: (outcome: ImpactOutcome) => void): void;
  kineticEnergy(body: Body): number;
}

const file = new URL("../../../examples/cannon-es/resolve-contact.mjs", import.meta.url);
const { rodOverFloor, resolveWithCarom, kineticEnergy } = (await import(file.href)) as Example;

function expectClose(actual: Vector, expected: readonly number[], tolerance = 1e-12): void {
  actual.toArray().forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(tolerance);
  });
}

describe("Carom in a cannon-es step loop", () => {
  it.each([1, 0.9, 0.5, 0])("gives the rod what Carom gives it outside of any loop (e = %s)", (restitution) => {
    const { world, rod, tip, material } = rodOverFloor(restitution);
    const before = kineticEnergy(rod);
    const outcomes: ImpactOutcome[] = [];
    resolveWithCarom(world, [tip], material, (outcome) => outcomes.push(outcome));
    for (let step = 0; step < 10; step++) world.step(1 / 60);

    // Arm of the tip's lowest point: half a metre at 45 degrees and the radius of the tip. How deep the tip was found does not matter.
    const reach = Math.SQRT1_2 / 2;
    const inertia = [1 / 12, 1 / 12, 1 / 12] as const;
    const bodies = { rod: { mass: 1, inertia, position: [0, 0, 0], velocity: [0.61697, 0, -1] }, floor: "fixed" } as const;
    const contacts = [
      { between: ["rod", "floor"], point: [-reach, 0, -reach - 0.01], normal: [0, 0, 1], friction: 0.5, restitution },
    ] as const;
    const own = solveFrictional(contactProblemFromBodies(bodies, contacts).problem);
    const after = velocitiesAfter(bodies, contacts, own.impulse).rod;

    expect(outcomes.length).toBe(1);
    expect(outcomes[0].slip).toEqual(["restarts"]);
    expectClose(rod.velocity, after.velocity);
    expectClose(rod.angularVelocity, after.angularVelocity);
    expect(kineticEnergy(rod)).toBeLessThan(before);
    expect(kineticEnergy(rod)).toBeCloseTo(own.energy.after, 12);
  });

  it("does not depend on where in the step the contact is found", () => {
    const ends = [0.0001, 0.004, 0.01, 0.0166].map((gap) => {
      const { world, rod, tip, material } = rodOverFloor(0.9, gap);
      resolveWithCarom(world, [tip], material);
      for (let step = 0; step < 10; step++) world.step(1 / 60);
      return rod.velocity.toArray();
    });
    for (const end of ends)
      end.forEach((value, i) => {
        expect(Math.abs(value - ends[0][i])).toBeLessThanOrEqual(1e-12);
      });
  });

  it("lets the rod fall, hit and tumble under gravity without ever gaining energy in an impact", () => {
    const { world, rod, tip, material } = rodOverFloor(0.9);
    world.gravity.set(0, 0, -9.81);
    rod.angularVelocity.set(0.5, -2, 1);
    let impacts = 0;
    resolveWithCarom(world, [tip], material, ({ energy }) => {
      impacts++;
      expect(energy.after).toBeLessThan(energy.before);
      expect(kineticEnergy(rod)).toBeCloseTo(energy.after, 9);
    });
    for (let step = 0; step < 120; step++) world.step(1 / 240);
    expect(impacts).toBeGreaterThanOrEqual(1);
  });

  it("prints both energies side by side when run", () => {
    const text = execFileSync(process.execPath, [fileURLToPath(file)], { encoding: "utf8" });
    const rows = [...text.matchAll(/^ +(\d\.\d) +(\d\.\d{4}) +(\d\.\d{4})$/gm)].map((match) => match.slice(1).map(Number));
    expect(rows.map(([restitution]) => restitution)).toEqual([1, 0.9, 0.5]);
    for (const [, , withCarom] of rows) expect(withCarom).toBeLessThan(1);
  });
});
