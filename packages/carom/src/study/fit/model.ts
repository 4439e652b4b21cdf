/** From values of parameters to the motion they make: fields of the base by path, the tracked centre, the tracking scale, gravity. */
import { InvalidInputError } from "../../errors.js";
import type { FitParameter } from "../../fit/optimise/state.js";
import type { PoseModel } from "../../fit/poses/pose-model.js";
import { cbrt } from "../../math/elementary.js";
import * as mat3 from "../../math/mat3.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { massProperties } from "../../mechanics/shapes/index.js";
import { centreOf } from "../../simulation/scene/centre-in-shape.js";
import type { SceneBody } from "../../simulation/scene/scene.js";
import type { PathStep } from "../format/read-json.js";
import { sceneOf } from "../simulation/run.js";
import type { SimulationStudy } from "../simulation/schema.js";
import { targetOf, valueAt, withValues } from "../sweep/entries.js";
import type { FitStudy, FitStudyParameter } from "./schema.js";

/** Where a value goes. */
interface Target {
  readonly steps: readonly PathStep[];
  readonly also: readonly { readonly steps: readonly PathStep[]; readonly factor: number }[];
}

/** Values to studies. */
export interface FitModel {
  /** Shared by all recordings, in the order of the study. */
  readonly parameters: readonly FitParameter[];
  /** One for each recording. */
  readonly ownParameters: readonly FitParameter[];
  /** What the parameters are in the base; the tracking scale where none is given: that of the flights. */
  readonly begin: readonly number[];
  readonly ownBegin: readonly number[];
  /** The base with these values. @param scale true over measured lengths, where it is no parameter */
  studyAt(values: readonly number[], own: readonly number[], law: number): SimulationStudy;
  modelAt(values: readonly number[], own: readonly number[], law: number): PoseModel;
  /** Half the least width of the recorded body in the base, m. */
  readonly halfWidth: number;
}

/** What recordings have shown before anything is fitted. */
export interface Room {
  /** True over measured lengths; 1: not asked for. */
  readonly scale: number;
  /** Direction of gravity in the axes of the ground. Absent: that of the base. */
  readonly down?: Vec3;
}

const GRAVITY: Vec3 = [0, 0, -9.81];
const SCALE_PATH = "trackingScale";
const OFFSET = "tracked";

/** Models that are kept: those at both ends of the differences of every parameter are asked for again with each recording. */
const MOST_KNOWN = 100;

/** Defaults of steps and differences, of the range. */
const STEP = 0.02;
const DIFFERENCE = 0.004;

export function fitModel(study: FitStudy, base: SimulationStudy, bodyName: string, room: Room): FitModel {
  const given = study.parameters ?? [];
  const carrier = { ...base, gravity: base.gravity ?? GRAVITY, ...(study.tracked === undefined ? {} : { [OFFSET]: study.tracked }) };
  const targets = given.map((parameter, i) => targetOfParameter(study, carrier, parameter, `parameters[${i}]`));
  checkApart(given, targets);
  const truePaths = (study.trackingScale?.true ?? []).map((path, i) => targetOf(carrier, path, `trackingScale.true[${i}]`));
  const shared = given.map((_, i) => i).filter((i) => given[i].per === undefined);
  const alone = given.map((_, i) => i).filter((i) => given[i].per !== undefined);
  const beginAt = (i: number) => {
    const { path, from, to } = given[i];
    const value = path === SCALE_PATH ? room.scale : (valueAt(carrier, targets[i].steps) as number);
    return Math.min(to, Math.max(from, value));
  };
  const body = bodyOf(base, bodyName);
  const laws: readonly (string | undefined)[] = [base.law, ...(study.laws ?? [])];

  const known = new Map<string, PoseModel>();

  function studyAt(values: readonly number[], own: readonly number[], law: number): SimulationStudy {
    const valueAtPlace = (i: number) => (given[i].per === undefined ? values[shared.indexOf(i)] : own[alone.indexOf(i)]);
    const scaleAt = given.findIndex(({ path }) => path === SCALE_PATH);
    const scale = scaleAt < 0 ? room.scale : valueAtPlace(scaleAt);
    const scaled = withValues(carrier, truePaths, truePaths.map((steps) => dividedBy(valueAt(carrier, steps), scale)) as never);
    const filled = given.reduce((whole: unknown, { path }, i) => {
      if (path === SCALE_PATH) return whole;
      const value = valueAtPlace(i);
      const change = value - (valueAt(scaled, targets[i].steps) as number);
      const others = targets[i].also.map(({ steps, factor }) => (valueAt(whole, steps) as number) + factor * change);
      return withValues(whole, [targets[i].steps, ...targets[i].also.map(({ steps }) => steps)], [value, ...others]);
    }, scaled) as SimulationStudy & { readonly [OFFSET]?: FitStudy["tracked"] };
    const { [OFFSET]: tracked, gravity = GRAVITY, law: _law, options, ...rest } = filled;
    const chosen = laws[law];
    return {
      ...rest,
      gravity: room.down === undefined ? [gravity[0], gravity[1], gravity[2]] : [...vec3.scale(room.down, vec3.norm(gravity))],
      ...(chosen === undefined ? {} : { law: chosen as NonNullable<SimulationStudy["law"]> }),
      ...(options === undefined || chosen !== base.law ? {} : { options }),
      ...(tracked === undefined ? {} : { bodies: withCentre(filled, bodyName, tracked.offset) }),
    };
  }

  function modelAt(values: readonly number[], own: readonly number[], law: number): PoseModel {
    const key = JSON.stringify([values, own, law]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const whole = studyAt(values, own, law);
    const moving = whole.bodies[bodyName] as SceneBody;
    const { tolerances, method, options } = whole;
    const model: PoseModel = {
      scene: sceneOf(whole),
      body: bodyName,
      centre: centreOf(moving, `bodies.${bodyName}`),
      inertia: inertiaOf(moving, bodyName),
      gravity: whole.gravity ?? GRAVITY,
      options: {
        ...tolerances,
        ...(method === undefined ? {} : { method }),
        impact: { ...(whole.law === undefined ? {} : { law: whole.law }), ...(options === undefined ? {} : { options }) },
      },
    };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, model);
    return model;
  }

  return {
    parameters: shared.map((i) => described(given[i], `parameters[${i}]`)),
    ownParameters: alone.map((i) => described(given[i], `parameters[${i}]`)),
    begin: shared.map(beginAt),
    ownBegin: alone.map(beginAt),
    studyAt,
    modelAt,
    halfWidth: halfWidthOf(body, bodyName),
  };
}

/** Throws InvalidInputError where two parameters are the same number of the base, which no data tell apart. */
function checkApart(given: readonly FitStudyParameter[], targets: readonly Target[]): void {
  const places = given.map(({ path }, i) => (path === SCALE_PATH ? path : JSON.stringify(targets[i].steps)));
  const again = places.findIndex((place, i) => places.indexOf(place) < i);
  if (again >= 0)
    throw new InvalidInputError(`parameters[${again}].path`, given[again].path, `is that of parameters[${places.indexOf(places[again])}]`);
}

function targetOfParameter(study: FitStudy, carrier: object, { path, also = [] }: FitStudyParameter, at: string): Target {
  if (path === SCALE_PATH) {
    if (study.trackingScale === undefined)
      throw new InvalidInputError(
        `${at}.path`,
        path,
        "is a parameter, but the study has no trackingScale that says which lengths are true",
      );
    return { steps: [], also: [] };
  }
  const steps = targetOf(carrier, path, `${at}.path`);
  const numberAt = (place: readonly PathStep[], where: string, text: string) => {
    const value = valueAt(carrier, place);
    if (typeof value !== "number")
      throw new InvalidInputError(where, text, `is not a number in the base (${JSON.stringify(value)?.slice(0, 40)})`);
  };
  numberAt(steps, `${at}.path`, path);
  return {
    steps,
    also: also.map(({ path: other, factor = 1 }, k) => {
      const place = targetOf(carrier, other, `${at}.also[${k}].path`);
      numberAt(place, `${at}.also[${k}].path`, other);
      return { steps: place, factor };
    }),
  };
}

function described(
  { path, name = path, from, to, scale = "linear", prior, per, step, difference }: FitStudyParameter,
  at: string,
): FitParameter {
  if (!(to > from)) throw new InvalidInputError(`${at}.to`, to, `is not above from (${from})`);
  if (scale === "log" && !(from > 0)) throw new InvalidInputError(`${at}.from`, from, "is not positive, which a log scale needs");
  if (per !== undefined && prior === undefined)
    throw new InvalidInputError(
      `${at}.prior`,
      prior,
      "is given, but a value of each recording needs one: most recordings tell little alone",
    );
  const range = to - from;
  return {
    name,
    from,
    to,
    scale,
    ...(prior === undefined ? {} : { prior }),
    step: step ?? STEP * range,
    difference: difference ?? DIFFERENCE * range,
  };
}

/** A number, or all numbers of a list, over the scale. */
function dividedBy(value: unknown, scale: number): unknown {
  if (typeof value === "number") return value / scale;
  return Array.isArray(value) ? value.map((each) => dividedBy(each, scale)) : value;
}

/** The recorded body; throws InvalidInputError where the base has no such body that moves freely. */
export function bodyOf({ bodies }: SimulationStudy, name: string): SceneBody {
  const body = Object.hasOwn(bodies, name) ? bodies[name] : undefined;
  if (body === undefined || !("shape" in body) || "joint" in body || !("position" in body))
    throw new InvalidInputError(
      "recordings[0].body",
      name,
      `is not a body of the base that moves freely (${Object.keys(bodies).join(", ")})`,
    );
  return body as SceneBody;
}

function inertiaOf({ shape, inertia, mass, density }: SceneBody, name: string): mat3.Mat3 {
  if (inertia !== undefined)
    return typeof inertia[0] === "number"
      ? mat3.diagonal(inertia as Vec3)
      : mat3.fromRows(inertia as unknown as readonly (readonly number[])[]);
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  return mat3.fromRows(massProperties(shape, amount, `bodies.${name}.shape`).inertia);
}

/** With a centre of mass of its own a body needs an inertia of its own. */
function withCentre({ bodies }: SimulationStudy, name: string, centre: readonly [number, number, number]): SimulationStudy["bodies"] {
  const body = bodies[name] as SceneBody;
  const { shape, mass, density } = body;
  const amount = { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
  const own = body.inertia === undefined ? massProperties(shape, amount, `bodies.${name}.shape`) : undefined;
  const { density: _density, ...rest } = body;
  const whole = own === undefined ? body : { ...rest, mass: own.mass, inertia: own.inertia };
  return { ...bodies, [name]: { ...whole, centre } } as unknown as SimulationStudy["bodies"];
}

function halfWidthOf(body: SceneBody, name: string): number {
  const { shape } = body;
  if (shape.type === "box") return Math.min(...shape.size) / 2 + (shape.rounding ?? 0);
  if (shape.type === "sphere") return shape.radius + (shape.rounding ?? 0);
  // A cube of the same volume.
  const { volume } = massProperties(
    shape,
    body.mass === undefined ? { density: body.density ?? 1 } : { mass: body.mass },
    `bodies.${name}.shape`,
  );
  return 0.5 * cbrt(volume);
}
