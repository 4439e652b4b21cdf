/**
 * What sources of `rest-shape` print and its result does not hold.
 */
import { InvalidInputError } from "../../errors.js";
import { runRestShape } from "./run.js";
import type { RestShapeStudy } from "./schema.js";

/**
 * Quantities of a study by name: `with["density 500, relaxation 0.5"]` the result of the same study with other numbers.
 */
export function restShapeQuantity(name: string, study: RestShapeStudy, key: string | number | undefined): unknown {
  return name === "with" ? { [String(key)]: runRestShape(variant(study, String(key))) } : undefined;
}

function variant(study: RestShapeStudy, changes: string): RestShapeStudy {
  let varied: RestShapeStudy = { ...study, convergence: false };
  for (const change of changes.split(", ")) {
    const [field, value] = change.split(" ");
    const number = Number(value);
    if (field === "density" || field === "youngModulus" || field === "poissonRatio")
      varied = { ...varied, material: { ...varied.material, [field]: number } };
    else if (field === "relaxation" || field === "tolerance")
      varied = { ...varied, solver: { ...varied.solver, [field]: value === "automatic" ? value : number } };
    else if (field === "method") varied = { ...varied, solver: value === "newton" ? {} : { ...varied.solver, method: "fixed-point" } };
    else if (field === "massModel" || field === "volumeModel") varied = { ...varied, [field]: value === "rest" ? "rest" : "observed" };
    else if (field === "stiffnessScale" || field === "gravity") varied = { ...varied, [field]: number };
    else throw new InvalidInputError("published", changes, `is not a list of fields and values such as "density 500, relaxation 0.5"`);
  }
  return varied;
}
