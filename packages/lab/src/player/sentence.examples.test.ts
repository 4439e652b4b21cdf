import { parseStudy } from "carom/study";
import { expect, it } from "vitest";
import { watchSimulation } from "../worker/watch-simulation.js";
import { runOf } from "./run.js";
import { findingOf } from "./sentence.js";

it("tells how fast the hardest impact comes in, also where the contact that is pushed hardest was closed before", () => {
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1 };
  const study = parseStudy(
    {
      carom: 1,
      kind: "simulation",
      title: "a ball falls on a ball",
      bodies: {
        lower: { ...ball, position: [0, 0, 0.1] },
        upper: { ...ball, position: [0, 0, 0.5] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [
        { between: ["lower", "floor"], friction: 0, restitution: 0.9 },
        { between: ["upper", "lower"], friction: 0, restitution: 0.9 },
      ],
      law: "simultaneous",
      duration: 0.25,
    },
    "simulation",
  );
  const run = runOf({ result: watchSimulation(study, () => {}), running: false, cancelled: false, cancel: () => {} })!;
  const [first] = run.impacts;
  const byName = (part: string) => first.contacts.find(({ contact }) => contact.startsWith(part))!;
  expect(byName("lower/floor").impulse[2]).toBeGreaterThan(byName("upper/lower").impulse[2]);
  // It falls by 0.2 m.
  expect(findingOf(run).facts).toContain(` ${Math.sqrt(2 * 9.81 * 0.2).toPrecision(3)} m/s, `);
});
