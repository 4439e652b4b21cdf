/**
 * What sources of `pickup` print and its result does not hold.
 */
import { InvalidInputError } from "../../errors.js";
import { meshOf } from "../format/soft-mesh.js";
import type { PickupByModulus } from "./result.js";
import { byModulus, runPickup, specOf } from "./run.js";
import type { PickupStudy } from "./schema.js";

/**
 * Quantities of a study by name: `with["youngModulus 4000, stiffnessScale 0.5"]` the least depth and the work with other numbers, as in
 * `moduli`; `tableNodes` at rest; `agreement` of the two schemes: their work until the same depth, one over the other.
 */
export function pickupQuantity(name: string, study: PickupStudy, key: string | number | undefined): unknown {
  if (name === "with") return { [String(key)]: variant(study, String(key)) };
  if (name === "agreement") {
    const depth = Number(key);
    const works = (["implicit", "event-driven"] as const).map((scheme) => {
      const changed = { ...study, squeeze: { ...study.squeeze, maximumDepth: depth, scheme, liftTest: "none" as const } };
      return runPickup(changed).squeeze.at(-1)?.work ?? 0;
    });
    return { [String(key)]: works[0] / works[1] };
  }
  return undefined;
}

const VARIED = ["youngModulus", "stiffnessScale"] as const;

function variant(study: PickupStudy, changes: string): PickupByModulus {
  const changed = { youngModulus: study.material.youngModulus, stiffnessScale: study.stiffnessScale ?? 1 };
  for (const change of changes.split(", ")) {
    const [field, value] = change.split(" ");
    const varied = VARIED.find((each) => each === field);
    if (varied === undefined || !(Number(value) > 0))
      throw new InvalidInputError(
        "published",
        changes,
        `is not a list of fields and numbers such as "youngModulus 4000, stiffnessScale 0.5"`,
      );
    changed[varied] = Number(value);
  }
  return byModulus(specOf({ ...study, stiffnessScale: changed.stiffnessScale }, meshOf(study.mesh)), changed.youngModulus);
}
