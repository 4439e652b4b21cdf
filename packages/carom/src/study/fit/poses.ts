/** From a study to what is fitted: recordings made ready, the room they were made in, the plan. */
import { InvalidInputError } from "../../errors.js";
import { flightRatios, flightSuspicions, type Suspicion } from "../../fit/poses/checks.js";
import { flightRotation } from "../../fit/poses/flight.js";
import { type GroundFrame, groundFrame, groundNormal, groundTurn, headingOf, toGround } from "../../fit/poses/ground-frame.js";
import { axisTurns, changeCost, flightEvidence } from "../../fit/poses/labels.js";
import type { PoseMotion } from "../../fit/poses/pose-model.js";
import { flightBend, gapOf, type PreparedRecording, prepared, turnedRecording } from "../../fit/poses/prepare.js";
import type { PoseRecording } from "../../fit/poses/recording.js";
import { median } from "../../fit/poses/recording.js";
import { poseSubject } from "../../fit/poses/subject.js";
import type { FitPlan } from "../../fit/program.js";
import type { FitSubject, OwnNumbers } from "../../fit/tasks.js";
import { rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { counted } from "../format/numbers.js";
import type { SimulationStudy } from "../simulation/schema.js";
import { bodyOf, type FitModel, fitModel, type Room } from "./model.js";
import { readRecordings } from "./recordings.js";
import type { FitStudy } from "./schema.js";

/** A fit of recordings or impacts, ready to be computed. */
export interface PreparedFit {
  readonly study: FitStudy;
  readonly subject: FitSubject;
  readonly plan: FitPlan;
  readonly model: FitModel;
  readonly suspicions: readonly Suspicion[];
  /** Rows per second; 1 where rows are no frames. */
  readonly rate: number;
  readonly frame?: GroundFrame;
  readonly room: Room;
  readonly recordings: readonly PreparedRecording[];
  /** Standard deviations of a recording's start. */
  readonly startErrors: (recording: number) => readonly number[];
  /** What each recording shares its errors with, by name: impacts of one motion. Absent: nothing. */
  readonly sources?: readonly string[];
}

const HORIZON = 0.07;
const SCALES: readonly [number, number] = [0.001, 0.015];
const LABEL_ROWS = 25;
const NO_TURN = [[0, 0, 0, 1]] as const;
/** Neighbouring frames are correlated: errors are twice what independent ones would have. */
const CORRELATED = 2;

/** Reads, checks and prepares recordings; throws InvalidInputError where nothing is left to fit to. */
export function preparePoses(study: FitStudy, base: SimulationStudy, motion?: PoseMotion): PreparedFit {
  const read = readRecordings(study.recordings ?? []);
  bodyOf(base, read.body);
  if (study.start === "given") checkGivenSpeeds(read.recordings);
  else checkFreeFlight(base, read.body);
  const plain = fitModel(study, base, read.body, { scale: 1 });
  const first = plain.modelAt(plain.begin, plain.ownBegin, 0);
  const strength = vec3.norm(first.gravity);
  const gap = gapOf(first.scene, first.body);
  const raw = read.recordings.map((recording) => prepared(recording, gap, first.gravity));
  const inFlight = raw.filter(({ flight }) => flight !== undefined);
  const frame = inFlight.length === 0 ? undefined : groundFrame(inFlight, strength);
  const down = vec3.normalize(first.gravity) ?? [0, 0, -1];
  const suspicions = [
    ...read.suspicions,
    ...flightSuspicions(flightRatios(raw, gap, read.spinAxes, strength, frame), down, study.trackingScale !== undefined),
  ];
  const normal = study.slope === true && frame !== undefined ? groundNormal(frame) : undefined;
  const room = roomOf(study, frame, normal);
  const model = fitModel(study, base, read.body, room);
  const begun = model.modelAt(model.begin, model.ownBegin, 0);
  const gapNow = gapOf(begun.scene, begun.body);
  const placed = raw.map((recording) =>
    prepared(normal === undefined ? recording : turnedRecording(recording, groundTurn(recording, normal)), gapNow, begun.gravity),
  );
  const isUsed = (recording: PreparedRecording) =>
    recording.contact !== undefined && (study.start === "given" || recording.flight !== undefined);
  const recordings = placed.filter(isUsed);
  const all = [...suspicions, ...leftOut(placed, study.start === "given"), ...tooFew(recordings.length, model)];
  if (recordings.length === 0) {
    const reasons = all.map(({ code, evidence, suggestion }) => `${code}: ${evidence}; ${suggestion}`);
    const given = counted(placed.length, "recording");
    throw new InvalidInputError("recordings", given, `given, but nothing is left to fit to; ${reasons.join("; ")}`);
  }
  const headings = new Map(raw.map((recording) => [recording.id, flightBend(recording, headingOf)?.heading]));
  const startErrors = startErrorsOf(recordings, begun.gravity, begun.inertia, read.rate);
  const own = ownNumbers(study, model, startErrors);
  const turns = study.labels === undefined ? NO_TURN : axisTurns(study.labels.axes);
  const subject = poseSubject({
    recordings,
    turns,
    modelAt: model.modelAt,
    start: study.start === "given" ? "given" : "flight",
    own,
    ownParameters: model.ownParameters.length,
    halfWidth: model.halfWidth,
    ...(motion === undefined ? {} : { motion }),
  });
  const bends = recordings.map((recording) => flightBend(recording, headingOf));
  const gravityInThrow = normal === undefined ? (frame?.gravity ?? begun.gravity) : begun.gravity;
  const changes = recordings.map(({ id }, i) => {
    const [one, other] = [headings.get(id), i === 0 ? undefined : headings.get(recordings[i - 1].id)];
    return one === undefined || other === undefined ? 0 : changeCost(one, other);
  });
  const plan: FitPlan = {
    ...planOf(study, model, subject, read.rate),
    own: recordings.map((_, i) => own(i).start),
    ...(study.labels === undefined
      ? {}
      : {
          labels: {
            flight: (values: readonly number[]) => {
              const { centre } = model.modelAt(values, model.ownBegin, 0);
              return bends.map((bend) => flightEvidence(bend, turns, centre, gravityInThrow));
            },
            changes,
            horizon: LABEL_ROWS,
            held: study.labels.evidence ?? "flight",
          },
        }),
  };
  return {
    study,
    subject,
    plan,
    model,
    suspicions: all,
    rate: read.rate,
    ...(frame === undefined ? {} : { frame }),
    room,
    recordings,
    startErrors,
  };
}

/** Starts that are given hold places and speeds. */
function checkGivenSpeeds(recordings: readonly PoseRecording[]): void {
  const without = recordings.find(({ velocities, spins }) => velocities === undefined || spins === undefined);
  if (without === undefined) return;
  const missing = without.velocities === undefined ? "vx, vy, vz" : "wx, wy, wz";
  throw new InvalidInputError("start", "given", `needs columns ${missing} (missing-column): recording ${without.id} has none`);
}

/** Starts are taken from flights under gravity alone. */
function checkFreeFlight({ loads = [] }: SimulationStudy, body: string): void {
  loads.forEach((load, i) => {
    if (!("body" in load ? load.body === body : load.between.includes(body))) return;
    throw new InvalidInputError(
      `base.loads[${i}]`,
      load.type,
      `acts on the recorded body, but starts are found in flights under gravity alone: say "start": "given", with columns of velocities`,
    );
  });
}

function roomOf(study: FitStudy, frame: GroundFrame | undefined, normal: readonly [number, number] | undefined): Room {
  const { trackingScale } = study;
  const scale =
    trackingScale === undefined || frame === undefined ? 1 : Math.min(trackingScale.to, Math.max(trackingScale.from, frame.scale));
  if (normal === undefined || frame === undefined) return { scale };
  const down = vec3.normalize(rotate(toGround(normal), frame.gravity));
  return { scale, ...(down === undefined ? {} : { down }) };
}

/** What poses and impacts have in common. */
export function planOf(study: FitStudy, model: FitModel, subject: FitSubject, rate: number): FitPlan {
  const { horizon = HORIZON, scales = SCALES, polish, search = {}, seed = 1 } = study;
  const rows = (time: number) => Math.max(1, Math.round(time * rate));
  const names = (study.parameters ?? []).filter(({ per }) => per === undefined).map(({ path }) => path);
  const places = (polish?.paths ?? []).map((path, i) => {
    const place = names.indexOf(path);
    if (place < 0) throw new InvalidInputError(`polish.paths[${i}]`, path, `is not one of the parameters (${names.join(", ")})`);
    return place;
  });
  return {
    subject,
    parameters: model.parameters,
    begin: model.begin,
    own: [],
    horizon: rows(horizon),
    scales,
    ...(polish === undefined
      ? {}
      : {
          polish: {
            horizon: rows(polish.horizon),
            scales: polish.scales,
            places,
            again: polish.again ?? names.every((_, place) => places.includes(place)),
            every: polish.every ?? 1,
          },
        }),
    seed,
    points: search.points ?? 64,
    starts: search.starts ?? 5,
  };
}

function leftOut(recordings: readonly PreparedRecording[], given: boolean): Suspicion[] {
  const list: Suspicion[] = [];
  const named = (some: readonly PreparedRecording[]) =>
    `${some.length} of ${recordings.length} recordings (${some
      .slice(0, 5)
      .map(({ id }) => id)
      .join(", ")}${some.length > 5 ? ", ..." : ""})`;
  const still = recordings.filter(({ contact }) => contact === undefined);
  if (still.length > 0)
    list.push({
      code: "no-contact",
      evidence: `in ${named(still)} the body never comes within 5 mm of what it may touch`,
      suggestion: "they were left out: friction, restitution and shape show only in contact",
    });
  const held = given ? [] : recordings.filter(({ contact, flight }) => contact !== undefined && flight === undefined);
  if (held.length > 0)
    list.push({
      code: "no-flight",
      evidence: `in ${named(held)} there are fewer than 4 frames of free flight before contact`,
      suggestion: 'they were left out: their start is not known; begin earlier, or say "start": "given"',
    });
  return list;
}

function tooFew(recordings: number, { parameters }: FitModel): Suspicion[] {
  if (recordings === 0 || recordings > parameters.length) return [];
  return [
    {
      code: "too-few",
      evidence: `${counted(recordings, "recording")} for ${counted(parameters.length, "parameter")}`,
      suggestion: "errors of the values cannot be told: record more, or fit fewer",
    },
  ];
}

/** Standard deviations of position, velocity, rotation and spin at the start, from the scatter of flights. */
function startErrorsOf(
  recordings: readonly PreparedRecording[],
  gravity: Vec3,
  inertia: Parameters<typeof flightRotation>[3],
  rate: number,
) {
  const bends: number[] = [];
  const turns: number[] = [];
  for (const recording of recordings) {
    const { start, positions, times } = recording;
    if (start === undefined) continue;
    for (let k = start.from + 1; k < start.to; k++) {
      const dt = 0.5 * (times[k + 1] - times[k - 1]);
      for (let c = 0; c < 3; c++)
        bends.push(Math.abs(positions[k + 1][c] - 2 * positions[k][c] + positions[k - 1][c] - gravity[c] * dt * dt));
    }
    turns.push(flightRotation(recording, start, NO_TURN[0], inertia).scatter);
  }
  const position = bends.length === 0 ? 0 : (1.4826 * median(bends)) / Math.sqrt(6);
  const rotation = turns.length === 0 ? 0 : median(turns);
  return (recording: number): readonly number[] => {
    const { start } = recordings[recording];
    const n = start === undefined ? 2 : start.to - start.from + 1;
    const place = (CORRELATED * 2) / Math.sqrt(n);
    const pace = CORRELATED * Math.sqrt(12 / (n * n * n)) * rate;
    const three = (value: number) => [value, value, value];
    return [...three(position * place), ...three(position * pace), ...three(rotation * place), ...three(rotation * pace)];
  };
}

/** Below this an error is rounding, and priors by it would be infinite. */
const LEAST_ERRORS = [1e-9, 1e-8, 1e-8, 1e-7];

function ownNumbers(
  study: FitStudy,
  model: FitModel,
  startErrors: (recording: number) => readonly number[],
): (recording: number) => OwnNumbers {
  const { ownParameters, ownBegin } = model;
  return (recording) => {
    const errors = study.start === "free" ? startErrors(recording).map((error, i) => Math.max(error, LEAST_ERRORS[Math.floor(i / 3)])) : [];
    const deviations = [...ownParameters.map(({ prior }) => prior?.[1] ?? 1), ...errors];
    return {
      start: [...ownBegin, ...errors.map(() => 0)],
      centre: [...ownParameters.map(({ prior }, i) => prior?.[0] ?? ownBegin[i]), ...errors.map(() => 0)],
      precision: deviations.map((each, i) => deviations.map((_, j) => (i === j ? 1 / (each * each) : 0))),
      differences: [...ownParameters.map(({ difference }) => difference), ...errors.map((error) => 0.5 * error)],
    };
  };
}
