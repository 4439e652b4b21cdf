/**
 * Running a study of kind `elastic-rod`.
 */
import { type RodGroups, rodBounce, rodGroups } from "../../elastic-rod/bounce.js";
import { checkBounces, rodBounces } from "../../elastic-rod/bounces.js";
import { contactEnergies, contactMotion, floorStrain, type RodEnergies } from "../../elastic-rod/contact.js";
import { ROD_MATERIALS, waveSpeedOf } from "../../elastic-rod/materials.js";
import { checkRod, type ElasticRod, transitTime } from "../../elastic-rod/rod.js";
import {
  checkStructural,
  type StructuralOptions,
  type StructuralRod,
  structuralBounce,
  structuralState,
} from "../../elastic-rod/structural.js";
import { checkStructuralBounces, structuralBounces } from "../../elastic-rod/structural-bounces.js";
import { InvalidInputError } from "../../errors.js";
import { checkSignal, type RunOptions } from "../format/kind.js";
import type { ComputedRod, ElasticRodResult, ElasticRodSeries, ElasticRodWarning } from "./result.js";
import type { ElasticRodStudy } from "./schema.js";

type GivenRod = ElasticRodStudy["rod"];
type Resolved = {
  readonly computed: ComputedRod;
  readonly elastic: ElasticRod;
  readonly structural?: StructuralRod;
  readonly elasticStrain: number;
};

const LINEAR = "the linear theory lets it pass through itself";

/** Strain above which a rod of unknown material is hardly elastic. */
const USUAL_STRAIN = 0.01;

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkElasticRod({ rod }: ElasticRodStudy): void {
  const { elastic, structural } = at(() => resolve(rod));
  if (structural !== undefined) at(() => checkStructural(structural));
  const { bounces } = rod;
  if (bounces === undefined) return;
  if (structural === undefined) at(() => checkBounces(elastic, bounces), "bounces");
  else at(() => checkStructuralBounces(structural, { ...bounces, ...structuralOptions(rod) }), "bounces");
}

/** Computes the bounce of a study. */
export function runElasticRod(study: ElasticRodStudy, { signal }: RunOptions = {}): ElasticRodResult {
  checkSignal(signal);
  return at(() => run(study));
}

function run({ title, rod: given }: ElasticRodStudy): ElasticRodResult {
  const { computed, elastic, structural, elasticStrain } = resolve(given);
  const horizon = given.horizon === undefined ? {} : { horizon: given.horizon };
  const options = structuralOptions(given);
  const outcome = structural === undefined ? rodBounce(elastic, horizon) : structuralBounce(structural, { ...options, ...horizon });
  const bounce = "bounceTime" in outcome ? outcome : undefined;
  const noBounce = "bounceTime" in outcome ? undefined : { reason: outcome.reason, followed: outcome.followed };
  const transit = transitTime(elastic);
  const end = bounce?.bounceTime ?? Math.min(noBounce?.followed || MOST_TRANSITS * transit, MOST_TRANSITS * transit);
  const series = structural === undefined ? viscousSeries(elastic, end) : structuralSeries(structural, options, end);
  const strain = -series.floorStrain.reduce((least, value) => Math.min(least, value), 0);
  const followed = given.bounces;
  const bounces =
    followed === undefined
      ? undefined
      : at(
          () => (structural === undefined ? rodBounces(elastic, followed) : structuralBounces(structural, { ...followed, ...options })),
          "bounces",
        );
  return {
    carom: 1,
    kind: "elastic-rod",
    title,
    rod: computed,
    groups: groupsOf(elastic, structural),
    ...(bounce === undefined ? {} : { bounce }),
    ...(noBounce === undefined ? {} : { noBounce }),
    ...forcesOf(computed, series, bounce),
    series,
    ...(bounces === undefined ? {} : { bounces }),
    warnings: warningsOf(strain, elasticStrain, series, elastic, bounce, noBounce),
  };
}

/** Groups of the viscous theory make no sense with structural damping, but for those without damping. */
function groupsOf(elastic: ElasticRod, structural: StructuralRod | undefined): RodGroups {
  const groups = rodGroups(elastic);
  if (structural === undefined) return groups;
  const { thresholdSpeed: _threshold, fastRestitution: _fast, ...rest } = groups;
  return { ...rest, dampingNumber: structural.structuralDamping / (2 * structural.length * structural.waveSpeed) };
}

export function resolve(given: GivenRod): Resolved {
  const { length, material, modulus, density, area, linearDensity, damping = 0, structuralDamping, gravity = 0, dropHeight } = given;
  const made = material === undefined ? undefined : ROD_MATERIALS[material];
  const stuff = made ?? (modulus === undefined || density === undefined ? undefined : { modulus, density });
  const waveSpeed = stuff === undefined ? given.waveSpeed : waveSpeedOf(stuff);
  if (waveSpeed === undefined)
    throw new InvalidInputError("waveSpeed", undefined, "is given (it is required, or material, or modulus and density)");
  const impactSpeed = given.impactSpeed ?? Math.sqrt(2 * gravity * (dropHeight ?? 0));
  const perLength = stuff !== undefined && area !== undefined ? stuff.density * area : linearDensity;
  const common = { length, waveSpeed, gravity, impactSpeed };
  const flight = given.flightDamping === undefined ? {} : { flightDamping: given.flightDamping };
  const elastic = { ...common, damping: structuralDamping === undefined ? damping : 0, ...flight };
  checkRod(elastic);
  const mass = perLength === undefined ? {} : { linearDensity: perLength };
  const elasticStrain = made?.elasticStrain ?? USUAL_STRAIN;
  if (structuralDamping === undefined) return { computed: { ...common, damping, ...flight, ...mass }, elastic, elasticStrain };
  const { releaseCriterion = "stress", modes } = given;
  const followed = { structuralDamping, releaseCriterion, ...(modes === undefined ? {} : { modes }) };
  return { computed: { ...common, ...followed, ...mass }, elastic, structural: { ...common, structuralDamping }, elasticStrain };
}

function structuralOptions({ modes, releaseCriterion }: GivenRod): StructuralOptions {
  return { ...(modes === undefined ? {} : { modes }), ...(releaseCriterion === undefined ? {} : { releaseCriterion }) };
}

/** A rod that does not leave is followed this far in the series. */
const MOST_TRANSITS = 6;
const SAMPLES_PER_TRANSIT = 60;
const MOST_SAMPLES = 240;
/** After many transits next to nothing is left to show, and every sample costs many modes. */
const FEWEST_PER_TRANSIT = 2;

interface Row {
  readonly time: number;
  readonly strain: number;
  readonly push: number;
  readonly motion: { readonly momentum: number; readonly comDisplacement: number };
  readonly energies: RodEnergies;
}

function viscousSeries(rod: ElasticRod, end: number): ElasticRodSeries {
  const transit = transitTime(rod);
  const transits = Math.max(1, Math.ceil(end / transit - 1e-9));
  const steps = Math.max(FEWEST_PER_TRANSIT, Math.min(SAMPLES_PER_TRANSIT, Math.floor(MOST_SAMPLES / transits)));
  const rows: Row[] = [];
  for (let k = 0; k < transits; k++) {
    const last = Math.min((k + 1) * transit, end);
    for (let i = 0; i <= steps; i++) {
      const time = i === steps ? last : k * transit + ((last - k * transit) * i) / steps;
      const strain = floorStrain(rod, time, i === steps ? "before" : "after");
      const push = -rod.waveSpeed * rod.waveSpeed * strain;
      rows.push({ time, strain, push, motion: contactMotion(rod, time), energies: contactEnergies(rod, time) });
    }
  }
  return seriesOf(rows);
}

function structuralSeries(rod: StructuralRod, options: StructuralOptions, end: number): ElasticRodSeries {
  const steps = 200;
  const rows = Array.from({ length: steps }, (_, i): Row => {
    const time = (end * (i + 1)) / steps;
    const { strain, stress, energies, ...motion } = structuralState(rod, time, options);
    return { time, strain, push: -stress, motion, energies };
  });
  return seriesOf(rows);
}

function seriesOf(rows: readonly Row[]): ElasticRodSeries {
  return {
    time: rows.map(({ time }) => time),
    floorStrain: rows.map(({ strain }) => strain),
    push: rows.map(({ push }) => push),
    momentum: rows.map(({ motion }) => motion.momentum),
    comDisplacement: rows.map(({ motion }) => motion.comDisplacement),
    energyTotal: rows.map(({ energies }) => energies.total),
    energyTranslational: rows.map(({ energies }) => energies.translational),
    energyVibrational: rows.map(({ energies }) => energies.vibrational),
  };
}

function forcesOf(
  { length, linearDensity, impactSpeed, gravity, damping, structuralDamping }: ComputedRod,
  { push }: ElasticRodSeries,
  bounce: ElasticRodResult["bounce"],
): Pick<ElasticRodResult, "forces"> {
  if (linearDensity === undefined) return {};
  const scaled = ({ total, translational, vibrational }: RodEnergies): RodEnergies => ({
    total: linearDensity * total,
    translational: linearDensity * translational,
    vibrational: linearDensity * vibrational,
  });
  return {
    forces: {
      mass: linearDensity * length,
      ...(structuralDamping === undefined ? { peak: linearDensity * push.reduce((most, value) => Math.max(most, value), 0) } : {}),
      ...(bounce === undefined
        ? {}
        : {
            // Momentum, weight, and what viscous damping took on the way.
            impulse:
              linearDensity *
              (bounce.momentum + length * (impactSpeed + gravity * bounce.bounceTime + 2 * (damping ?? 0) * bounce.comDisplacement)),
            energies: scaled(bounce.energies),
          }),
    },
  };
}

function warningsOf(
  strain: number,
  elasticStrain: number,
  { comDisplacement }: ElasticRodSeries,
  { length }: ElasticRod,
  bounce: ElasticRodResult["bounce"],
  noBounce: ElasticRodResult["noBounce"],
): ElasticRodWarning[] {
  const warnings: ElasticRodWarning[] = [];
  const lowest = comDisplacement.reduce((least, value) => Math.min(least, value), 0);
  if (strain >= 1 || lowest < -0.5 * length)
    warnings.push({
      code: "passes-through-itself",
      message: `the rod is compressed by ${strain.toPrecision(3)} of its length at the floor: ${LINEAR}`,
    });
  else if (strain > elasticStrain)
    warnings.push({
      code: "strain",
      message: `the strain reaches ${strain.toPrecision(3)}, beyond the ${elasticStrain} to which the rod is elastic`,
    });
  if (bounce !== undefined && bounce.momentum < 0)
    warnings.push({
      code: "falls-on",
      message: "the bottom lifts off while the centre of mass still moves down: a brief lift, not a bounce to the eye",
    });
  if (noBounce?.reason === "horizon")
    warnings.push({ code: "horizon", message: "the search ended at its horizon: whether the rod leaves later is open" });
  return warnings;
}

/** Names the field inside the study. */
export function at<T>(compute: () => T, field = ""): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof InvalidInputError) || error.path.startsWith("rod.")) throw error;
    throw new InvalidInputError(`rod.${field === "" ? "" : `${field}.`}${error.path}`, error.value, error.expected);
  }
}
