import { describe, expect, it } from "vitest";
import { hertzEstimate } from "../../force/estimate.js";
import { checkStudy, runStudy } from "../kinds.js";
import { parseImpact } from "../studies.testing.js";

const glass = { youngsModulus: 69e9, poissonRatio: 0.23 };
const study = (contact: object, more: object = {}) => ({
  carom: 1,
  kind: "impact",
  title: "A ball on glass",
  problem: {
    mobility: [
      [10, 0, 0],
      [0, 10, 0],
      [0, 0, 4],
    ],
    velocity: [0.1, 0, -1],
  },
  contacts: [{ friction: 0.2, restitution: 0.9, ...contact }],
  ...more,
});
const law = { materials: ["soda-lime glass", glass], radii: [0.01, "flat"] };
const run = (contact: object, more?: object) => runStudy(parseImpact(study(contact, more)));

describe("a contact law in a study", () => {
  it("gives forces, and changes nothing else", () => {
    const { forces, ...rest } = run({ contactLaw: law });
    expect(rest).toEqual(run({}));
    expect(rest.outcome.history).toBeUndefined();
    const { peakForce, duration } = hertzEstimate({ hertz: ((4 / 3) * 69e9 * Math.sqrt(0.01)) / (2 * (1 - 0.23 * 0.23)) }, 0.25, 1, 0.9);
    expect(Math.abs((forces?.contacts[0].peakForce ?? 0) / peakForce - 1)).toBeLessThan(1e-9);
    expect(Math.abs((forces?.duration ?? 0) / duration - 1)).toBeLessThan(1e-9);
    expect(run({ contactLaw: law }, { forces: { rows: 5 } }).forces?.time.length).toBeLessThan(forces?.time.length ?? 0);
  });

  it.each([
    [2, false],
    [200, true],
  ])("says where the bodies turn too far while the impact lasts: spin %d rad/s", (spin, told) => {
    const rubber = { youngsModulus: 1e6, poissonRatio: 0.49 };
    const { forces } = runStudy(
      parseImpact({
        carom: 1,
        kind: "impact",
        title: "A soft ball that spins",
        bodies: {
          ball: { mass: 0.1, inertia: [4e-5, 4e-5, 4e-5], position: [0, 0, 0.02], velocity: [0, 0, -1], angularVelocity: [0, 0, spin] },
          floor: "fixed",
        },
        contacts: [
          {
            between: ["ball", "floor"],
            point: [0, 0, 0],
            normal: [0, 0, 1],
            friction: 0.2,
            restitution: 0.5,
            contactLaw: { materials: [rubber, rubber], radii: [0.02, "flat"] },
          },
        ],
      }),
    );
    const warnings = forces?.warnings.filter(({ code }) => code === "long-impact") ?? [];
    expect(warnings.map(({ message }) => message.split(" by ")[0])).toEqual(told ? ["ball turns"] : []);
    if (told) expect(warnings[0].message).toContain(`${(spin * (forces?.duration ?? 0)).toPrecision(3)} rad`);
  });

  it.each([
    [
      { contactLaw: { ...law, materials: ["steel", glass] } },
      {},
      /^contacts\[0\]\.contactLaw\.materials\[0\]: "steel" is neither a material's numbers nor one of steel 1020,/,
    ],
    [{ contactLaw: { ...law, radii: ["flat", "flat"] } }, {}, /^contacts\[0\]\.contactLaw\.radii: .* does not make a convex contact/],
    [{ contactLaw: { ...law, damping: -1 } }, {}, /^contacts\[0\]\.contactLaw\.damping: -1 is negative/],
    [
      { contactLaw: { ...law, materials: [glass, { ...glass, poissonRatio: 0.6 }] } },
      {},
      /materials\[1\]\.poissonRatio: 0\.6 is not above -1 and at most 0\.5/,
    ],
    [{}, { forces: {} }, /^forces: .* is of no use: no contact has a contactLaw/],
    [{ contactLaw: law }, { forces: { unloading: "none" } }, /^forces\.unloading: "none" is not one of global, own-work/],
  ] as [object, object, RegExp][])("refuses %j %j", (contact, more, message) => {
    expect(() => checkStudy(parseImpact(study(contact, more)))).toThrow(message);
  });
});
