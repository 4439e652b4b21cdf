import type { ContactProblem } from "carom/mechanics";
import { parseStudy, type SimulationStudy } from "carom/study";
import type { Quaternion, Vector3 } from "three";
import { expect, it } from "vitest";
import { impactStudyOf } from "./impact-study.js";
import type { Motion } from "./motion.js";
import type { Run } from "./run.js";

it("an impact on ground made of triangles is a study that can be opened, with the ground as a mesh", () => {
  const study = parseStudy({
    carom: 1,
    kind: "simulation",
    title: "Ball on a tile",
    duration: 1,
    bodies: {
      ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0.2, 0.2, 0.5] },
      tile: {
        fixed: {
          type: "surface",
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          triangles: [[0, 1, 2]],
        },
        position: [0, 0, 0],
      },
    },
    contacts: [{ between: ["ball", "tile"], friction: 0.3, restitution: 0.5 }],
  }) as SimulationStudy;
  const contact = { between: ["ball", "tile"], point: [0.2, 0.2, 0], normal: [0, 0, 1] };
  const run = { impacts: [{ time: 0.3, law: "frictional", contacts: [contact] }] } as unknown as Run;
  const motion = {
    bodies: ["ball"],
    pose: (_name: string, _time: number, place: Vector3, turn: Quaternion) => {
      place.set(0.2, 0.2, 0.1);
      turn.set(0, 0, 0, 1);
    },
  } as unknown as Motion;
  const mobility = [
    [3.5, 0, 0],
    [0, 3.5, 0],
    [0, 0, 1],
  ];
  const problem: ContactProblem = { dimension: 3, contacts: [{ friction: 0.3, restitution: 0.5 }], mobility, velocity: [0, 0, -2] };
  const impact = impactStudyOf({ study, run, motion }, 0, problem);
  expect(() => parseStudy(JSON.parse(JSON.stringify(impact)))).not.toThrow();
  expect(impact).toMatchObject({ picture: { bodies: { tile: { shape: { type: "mesh", triangles: [[0, 1, 2]] } } } } });
});
