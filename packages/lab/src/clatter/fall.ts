/**
 * Where a rod or a plate is between its hits: in flight its middle goes along a parabola, and a rod turns evenly. A plate is exactly where
 * it strikes; between two hits it is drawn along the shortest turn from one to the next.
 */
import type { ClatterResult, ClatterStudy } from "carom/study";
import { Quaternion, Vector3 } from "three";

export interface Hit {
  /** Since the first, s. */
  readonly time: number;
  /** N s. */
  readonly impulse: number;
  /** Of the end or corner that is struck. */
  readonly name: string;
  /** Place of that point among `points`. */
  readonly point: number;
  /** J. */
  readonly energyLoss: number;
}

export interface Fall {
  readonly hits: readonly Hit[];
  /** Names of the ends or corners. */
  readonly names: readonly string[];
  /** From before the first hit to after the last, s. */
  readonly span: readonly [number, number];
  /** Of the ends or corners at a time, m; the floor is z = 0. */
  readonly points: (time: number) => readonly Vector3[];
  /** The largest reach of the body, m. */
  readonly size: number;
  /** Of motion before the first hit, J. */
  readonly energy: number;
}

/** A motion from one hit to the next. */
interface Flight {
  readonly from: number;
  readonly place: Vector3;
  readonly velocity: Vector3;
  readonly turn: (time: number) => Quaternion;
}

/** Before the first hit and after the last one sees so much of a flight: parts of the body's size at the first speed. */
const BEFORE = 0.35;
const AFTER = 0.5;

export function fallOf(study: ClatterStudy, result: ClatterResult): Fall | undefined {
  if (study.rod !== undefined && result.rod !== undefined && result.rod.impacts.length > 0) return rodFall(study.rod, result);
  if (study.plate !== undefined && result.plate !== undefined && result.plate.impacts.length > 0) return plateFall(study.plate, result);
  return undefined;
}

/** About the axis into the picture: positive lifts end B, which lies along x. */
const leaning = (angle: number) => new Quaternion().setFromAxisAngle(new Vector3(0, -1, 0), angle);

function rodFall(rod: NonNullable<ClatterStudy["rod"]>, result: ClatterResult): Fall {
  const { length = 1, mass = 1, angle, angularVelocity = 0, horizontalVelocity = 0, gravity = 0 } = rod;
  const { impacts } = result.rod!;
  const ends = [new Vector3(-length / 2, 0, 0), new Vector3(length / 2, 0, 0)];
  const flights: Flight[] = [];
  let [phi, along, x] = [angle, horizontalVelocity, 0];
  flights.push({
    from: 0,
    place: new Vector3(0, 0, (length / 2) * Math.sin(angle)),
    velocity: new Vector3(along, 0, -result.impactSpeed),
    turn: (time) => leaning(angle + angularVelocity * time),
  });
  impacts.forEach(({ time, verticalVelocity, angularVelocity: spin, tangentialImpulse = 0 }, i) => {
    const before = impacts[i - 1];
    if (before !== undefined) {
      phi += before.angularVelocity * (time - before.time);
      x += along * (time - before.time);
    }
    along += tangentialImpulse / mass;
    const lean = phi;
    flights.push({
      from: time,
      place: new Vector3(x, 0, (length / 2) * Math.abs(Math.sin(phi))),
      velocity: new Vector3(along, 0, verticalVelocity),
      turn: (now) => leaning(lean + spin * (now - time)),
    });
  });
  const hits = impacts.map(({ time, impulse, end, energyLoss }) => ({
    time,
    impulse,
    name: `end ${end}`,
    point: end === "A" ? 0 : 1,
    energyLoss,
  }));
  const energy = result.rod!.energyBefore;
  return flown({ hits, names: ["end A", "end B"], body: ends, flights, size: length, gravity, speed: result.impactSpeed, energy });
}

const CORNERS = ["++", "+-", "--", "-+"] as const;

function plateFall(plate: NonNullable<ClatterStudy["plate"]>, result: ClatterResult): Fall {
  const { length = 1, width, gravity = 0 } = plate;
  const { impacts } = result.plate!;
  const corners = CORNERS.map(([a, b]) => new Vector3(((a === "+" ? 1 : -1) * length) / 2, ((b === "+" ? 1 : -1) * width) / 2, 0));
  const turns = impacts.map(({ orientation }) => new Quaternion(...orientation));
  const heightOf = (turn: Quaternion) => -Math.min(...corners.map((corner) => corner.clone().applyQuaternion(turn).z));
  const flights: Flight[] = [
    { from: 0, place: new Vector3(0, 0, heightOf(turns[0])), velocity: new Vector3(0, 0, -result.impactSpeed), turn: () => turns[0] },
    ...impacts.map(({ time, verticalVelocity, angularVelocity }, i) => ({
      from: time,
      place: new Vector3(0, 0, heightOf(turns[i])),
      velocity: new Vector3(0, 0, verticalVelocity),
      turn: (now: number) =>
        turnedOn(turns[i], turns[i + 1], (now - time) / ((impacts[i + 1]?.time ?? 0) - time), angularVelocity, now - time),
    })),
  ];
  const hits = impacts.map(({ time, impulse, corner, energyLoss }) => ({
    time,
    impulse,
    name: `corner ${corner}`,
    point: CORNERS.indexOf(corner as never),
    energyLoss,
  }));
  const names = CORNERS.map((name) => `corner ${name}`);
  const energy = result.plate!.energyBefore;
  return flown({ hits, names, body: corners, flights, size: Math.hypot(length, width), gravity, speed: result.impactSpeed, energy });
}

/** Towards the next hit, or on at an even spin after the last. */
function turnedOn(
  from: Quaternion,
  to: Quaternion | undefined,
  part: number,
  spin: readonly [number, number, number],
  time: number,
): Quaternion {
  if (to !== undefined) return from.clone().slerp(to, Math.min(1, part));
  const axis = new Vector3(...spin);
  return new Quaternion().setFromAxisAngle(axis.clone().normalize(), axis.length() * time).multiply(from);
}

interface Flown extends Pick<Fall, "hits" | "names" | "size" | "energy"> {
  /** The ends or corners, from the middle. */
  readonly body: readonly Vector3[];
  readonly flights: readonly Flight[];
  readonly gravity: number;
  /** Of the first hit, m/s. */
  readonly speed: number;
}

function flown({ hits, names, body, flights, size, gravity, speed, energy }: Flown): Fall {
  const last = hits[hits.length - 1].time;
  const span = [(-BEFORE * size) / speed, last + Math.max((AFTER * size) / speed, 0.12 * last)] as const;
  const points = (time: number) => {
    // The first flight leads to the first hit, backwards in time.
    const flight = time < 0 ? flights[0] : ([...flights.slice(1)].reverse().find(({ from }) => from <= time) ?? flights[1]);
    const passed = time - flight.from;
    const middle = flight.place.clone().addScaledVector(flight.velocity, passed);
    middle.z -= 0.5 * gravity * passed * passed;
    const turn = flight.turn(time);
    return body.map((corner) => corner.clone().applyQuaternion(turn).add(middle));
  };
  return { hits, names, span, points, size, energy };
}
