/** The tumbling that the batting view draws against the library's own free flight of the same body with the same spin. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bodyFromShape } from "carom";
import { type BattingStudy, parseStudyText, runBatting, runSimulation, type SimulationStudy } from "carom/study";
import { Matrix3, Matrix4, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { flyingOf } from "./flying.js";

const EXAMPLES = ["batting-tetrahedron"];

function studyOf(name: string): BattingStudy {
  return parseStudyText(readFileSync(fileURLToPath(new URL(`../../../../examples/${name}.json`, import.meta.url)), "utf8")) as BattingStudy;
}

describe.each(EXAMPLES)("%s", (name) => {
  const study = studyOf(name);
  const result = runBatting(study);
  const flying = flyingOf(study, result)!;
  const { shape, inertia: _, ...placed } = study.object;
  const body = bodyFromShape(shape!, placed as Parameters<typeof bodyFromShape>[1]);
  if (result.plan.status !== "solved") throw new Error(result.plan.reason);
  const { departure, flightTime } = result.plan.hit;

  /** World inertia at the hit, and the spin that the planned impulse gives. */
  const turn = new Matrix3().setFromMatrix4(
    new Matrix4().makeRotationFromQuaternion(new Quaternion(...(body.orientation ?? [0, 0, 0, 1]))),
  );
  const own = new Matrix3();
  if (typeof body.inertia[0] === "number") {
    const [a, b, c] = body.inertia as unknown as readonly [number, number, number];
    own.set(a, 0, 0, 0, b, 0, 0, 0, c);
  } else own.set(...((body.inertia as unknown as readonly (readonly number[])[]).flat() as Parameters<Matrix3["set"]>));
  const world = turn.clone().multiply(own).multiply(turn.clone().transpose());
  const before = new Vector3(...((body.angularVelocity ?? [0, 0, 0]) as [number, number, number]));
  const came = new Vector3(...((study.object.velocity ?? [0, 0, 0]) as [number, number, number]));
  const impulse = new Vector3(...departure).sub(came).multiplyScalar(body.mass);
  const arm = new Vector3(...result.contactPoint).sub(new Vector3(...result.start));
  const momentum = before.clone().applyMatrix3(world).add(arm.cross(impulse));
  const spin = momentum.clone().applyMatrix3(world.clone().invert());

  it("turns as the library turns a body that flies alone", () => {
    const { bodies } = runSimulation({
      carom: 1,
      kind: "simulation",
      title: "free flight",
      duration: flightTime,
      gravity: [0, 0, 0],
      bodies: { thing: { ...placed, shape, velocity: [0, 0, 0], angularVelocity: spin.toArray() } },
      contacts: [],
    } as unknown as SimulationStudy);
    const end = new Quaternion(...bodies.thing!.orientation);
    const since = new Matrix3().setFromMatrix4(
      new Matrix4().makeRotationFromQuaternion(end.multiply(new Quaternion(...(body.orientation ?? [0, 0, 0, 1])).conjugate())),
    );
    const drawn = flying.pose(1).turn.flat();
    const expected = since.transpose().elements;
    // About half a turn and more; the steps of the drawing leave a few hundredths of a degree.
    expect(spin.length() * flightTime).toBeGreaterThan(3);
    drawn.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 3);
    });
  });

  it("keeps angular momentum and the energy of turning", () => {
    const energies = [0, 0.25, 0.5, 0.75, 1].map((part) => {
      const rows = flying.pose(part).turn.flat() as Parameters<Matrix3["set"]>;
      const q = new Matrix3().set(...rows);
      // A rotation, to rounding.
      expect(q.clone().determinant()).toBeCloseTo(1, 9);
      const now = q.clone().multiply(world).multiply(q.clone().transpose());
      return 0.5 * momentum.dot(momentum.clone().applyMatrix3(now.invert()));
    });
    for (const energy of energies) expect(energy / energies[0]!).toBeCloseTo(1, 4);
  });
});
