import { FIRST_RETURN_LIMIT } from "../../elastic-rod/closed-forms.js";
import { contactFields } from "../../elastic-rod/contact.js";
import { transitTime } from "../../elastic-rod/rod.js";
import { dissipationBelow, energyKept } from "../../elastic-rod/structural.js";
import { structuralDissipation, structuralFields } from "../../elastic-rod/structural-fields.js";
import { InvalidInputError } from "../../errors.js";
import { exp } from "../../math/elementary.js";
import { at, resolve, runElasticRod } from "./run.js";
import type { ElasticRodStudy } from "./schema.js";

/**
 * Quantities of a study by name: `with["damping 0.1, impactSpeed 3.2"]` the result of the same study with other numbers;
 * `firstReturnLimit`; `bounceTransit` in which transit it leaves; `decay` what the energy would be by e^(-2rt) alone, and `energyOverDecay`
 * the total over that; `waveRate["0.25"]` the rate of e^(rt) v at x after a transit; `energyKept["20"]` and `dissipationBelow["0.2"]` of
 * structural damping, after a transit; `strainRateSquare["0.1"]` the integral of v_xt^2 over the rod and `fields["2.5, 0.1"]`
 * displacement, strain and velocity at a place and a time, of as many modes as the study has.
 */
export function elasticRodQuantity(name: string, study: ElasticRodStudy, key: string | number | undefined): unknown {
  if (name === "firstReturnLimit") return FIRST_RETURN_LIMIT;
  if (name === "with") return { [String(key)]: variant(study, String(key)) };
  const { elastic, structural } = at(() => resolve(study.rod));
  const transit = transitTime(elastic);
  if (name === "waveRate") {
    const { velocity, displacement } = contactFields(elastic, Number(key), transit);
    return { [String(key)]: exp(elastic.damping * transit) * (velocity + elastic.damping * displacement) };
  }
  if (structural === undefined) return undefined;
  if (name === "energyKept") return { [String(key)]: energyKept(structural, transit, Number(key)) };
  const { modes = 60 } = study.rod;
  if (name === "strainRateSquare")
    return { [String(key)]: structuralDissipation(structural, Number(key), modes) / (2 * structural.structuralDamping) };
  if (name === "fields") {
    const [place, time] = String(key).split(",").map(Number);
    return { [String(key)]: structuralFields(structural, place, time, modes) };
  }
  if (name === "dissipationBelow") return { [String(key)]: dissipationBelow(structural, Number(key), transit, modes) };
  return undefined;
}

/** Fields that `with` may change. */
const VARIED = ["damping", "impactSpeed", "structuralDamping", "waveSpeed", "length", "gravity"] as const;

function variant(study: ElasticRodStudy, changes: string): Record<string, unknown> {
  const { bounces: _bounces, ...rod } = study.rod;
  for (const change of changes.split(", ")) {
    const [field, value] = change.split(" ");
    const varied = VARIED.find((each) => each === field);
    if (varied === undefined || !Number.isFinite(Number(value)))
      throw new InvalidInputError("published", changes, `is not a list of fields and numbers such as "damping 0.1, impactSpeed 3.2"`);
    rod[varied] = Number(value);
  }
  const changed = { ...study, rod };
  const result = runElasticRod(changed);
  const { elastic, structural } = resolve(rod);
  const before = 0.5 * elastic.length * elastic.impactSpeed * elastic.impactSpeed;
  const { bounce } = result;
  return {
    ...result,
    ...(bounce === undefined
      ? {}
      : {
          bounceTransit: bounce.bounceTime / transitTime(elastic),
          energyLeft: bounce.energies.total / before,
          energyOverDecay: bounce.energies.total / before / exp(-2 * elastic.damping * bounce.bounceTime),
          translationalShare: bounce.energies.translational / bounce.energies.total,
        }),
    ...(structural === undefined ? {} : { energyKept20: energyKept(structural, transitTime(elastic), 20) }),
  };
}
