/**
 * A run as MCAP, the log format of Foxglove: its schemas where there are some, our own where numbers have to be all there.
 *
 *     /scene              foxglove.SceneUpdate       the surfaces, once; each in the frame of its body
 *     /tf                 foxglove.FrameTransforms   where the frames are, at each row
 *     /contacts/forces    foxglove.SceneUpdate       an arrow for each force on the first body; the longest force is as long as the largest
 *                                                    body that moves
 *     /log                foxglove.Log               what happened, in words
 *     /contacts           carom.Contacts             closed contacts at each row: mode, place, force
 *     /events             carom.Event                as in events.jsonl
 *     /energies           carom.Energies             J
 *     /velocities         carom.Velocities           of the bodies, m/s and rad/s
 *     /joints             carom.Joints               positions and speeds
 *
 * Messages are JSON, with times in nanoseconds; those of ours have `time` in seconds, as computed. Messages are written row by row.
 */
import { open } from "node:fs/promises";
import { FrameTransforms, Log, SceneUpdate } from "@foxglove/schemas/jsonschema.js";
import { McapWriter } from "@mcap/core";
import type { BodyRow, RunInSpace, Solid, SpaceRow } from "carom/export";
import type { RecordedEvent } from "carom/simulation";

const WORLD = "world";
/** Opaque; grey for ground, others apart for all eyes (Okabe and Ito, Color universal design, 2008). */
const GROUND = { r: 0.77, g: 0.78, b: 0.8, a: 1 };
const COLOURS = [
  [0.9, 0.62, 0],
  [0.34, 0.71, 0.91],
  [0, 0.62, 0.45],
  [0.94, 0.89, 0.26],
  [0, 0.45, 0.7],
  [0.84, 0.37, 0],
  [0.8, 0.47, 0.65],
].map(([r, g, b]) => ({ r, g, b, a: 1 }));
const FORCE = { r: 0.8, g: 0.1, b: 0.1, a: 1 };

const numberField = { type: "number" };
const numbers = { type: "array", items: numberField };
const schemaOf = (title: string, properties: object) => ({ title, type: "object", properties: { time: numberField, ...properties } });

const CHANNELS = {
  "/scene": SceneUpdate,
  "/tf": FrameTransforms,
  "/contacts/forces": SceneUpdate,
  "/log": Log,
  "/contacts": schemaOf("carom.Contacts", {
    contacts: {
      type: "array",
      items: {
        type: "object",
        properties: { contact: { type: "string" }, mode: { type: "string" }, point: numbers, force: numbers, normalForce: numberField },
      },
    },
  }),
  "/events": schemaOf("carom.Event", { kind: { type: "string" } }),
  "/energies": schemaOf("carom.Energies", {}),
  "/velocities": schemaOf("carom.Velocities", { bodies: { type: "object" } }),
  "/joints": schemaOf("carom.Joints", { joints: { type: "object" } }),
} as const;

type Topic = keyof typeof CHANNELS;

/** Writes the file, which must not be there. */
export async function writeMcap(run: RunInSpace, file: string): Promise<void> {
  const handle = await open(file, "wx");
  let length = 0n;
  const writable = {
    write: async (bytes: Uint8Array) => {
      await handle.write(bytes);
      length += BigInt(bytes.length);
    },
    position: () => length,
  };
  try {
    const writer = new McapWriter({ writable });
    await writer.start({ profile: "", library: "carom" });
    const send = await channels(writer);
    const scale = await arrowScale(run);
    let isFirst = true;
    for await (const row of run.rows()) {
      if (isFirst) await send("/scene", row.time, { deletions: [], entities: run.solids.map((solid, i) => entityOf(solid, i, row.time)) });
      for (const event of row.events) {
        await send("/events", event.time, event);
        await send("/log", event.time, logOf(event));
      }
      await sendRow(run, row, { send, scale, isFirst });
      isFirst = false;
    }
    await writer.end();
  } finally {
    await handle.close();
  }
}

type Send = (topic: Topic, time: number, message: object) => Promise<void>;

async function channels(writer: McapWriter): Promise<Send> {
  const encoder = new TextEncoder();
  const ids = new Map<Topic, number>();
  const schemas = new Map<string, number>();
  for (const [topic, schema] of Object.entries(CHANNELS) as [Topic, { readonly title: string }][]) {
    const data = encoder.encode(JSON.stringify(schema));
    const schemaId = schemas.get(schema.title) ?? (await writer.registerSchema({ name: schema.title, encoding: "jsonschema", data }));
    schemas.set(schema.title, schemaId);
    ids.set(topic, await writer.registerChannel({ topic, schemaId, messageEncoding: "json", metadata: new Map() }));
  }
  const sequences = new Map<Topic, number>();
  return async (topic, time, message) => {
    const sequence = sequences.get(topic) ?? 0;
    sequences.set(topic, sequence + 1);
    const logTime = nanoseconds(time);
    const data = encoder.encode(JSON.stringify(message));
    await writer.addMessage({ channelId: ids.get(topic) ?? 0, sequence, logTime, publishTime: logTime, data });
  };
}

interface Sending {
  readonly send: Send;
  /** m/N. */
  readonly scale: number;
  readonly isFirst: boolean;
}

async function sendRow(run: RunInSpace, row: SpaceRow, { send, scale, isFirst }: Sending): Promise<void> {
  const { time, places, contacts, energies, bodies, joints } = row;
  const transforms = run.solids.flatMap((solid, i) => (solid.isStill && !isFirst ? [] : [transformOf(solid, places[i], time)]));
  await send("/tf", time, { transforms });
  await send("/contacts", time, { time, contacts });
  await send("/contacts/forces", time, { deletions: [], entities: [arrowsOf(row, scale)] });
  await send("/energies", time, { time, ...Object.fromEntries(run.energies.map((name, i) => [name, energies[i]])) });
  const moving = bodies.map(({ velocity, angularVelocity }, i) => [run.bodies[i], { velocity, angularVelocity }]);
  await send("/velocities", time, { time, bodies: Object.fromEntries(moving) });
  if (run.joints.length === 0) return;
  const turned = run.joints.map(({ name, type }, i) => [name, { type, position: joints[i][0], speed: joints[i][1] }]);
  await send("/joints", time, { time, joints: Object.fromEntries(turned) });
}

const nanoseconds = (time: number) => BigInt(Math.round(time * 1e9));

function stamp(time: number) {
  const whole = nanoseconds(time);
  return { sec: Number(whole / 1_000_000_000n), nsec: Number(whole % 1_000_000_000n) };
}

const vectorOf = ([x, y, z]: readonly number[]) => ({ x, y, z });
const turnOf = ([x, y, z, w]: readonly number[]) => ({ x, y, z, w });
const HERE = { position: vectorOf([0, 0, 0]), orientation: turnOf([0, 0, 0, 1]) };
const FOREVER = { sec: 0, nsec: 0 };
const NOTHING = { metadata: [], arrows: [], cubes: [], spheres: [], cylinders: [], lines: [], triangles: [], texts: [], models: [] };

function transformOf({ name }: Solid, { position, orientation }: BodyRow, time: number) {
  return {
    timestamp: stamp(time),
    parent_frame_id: WORLD,
    child_frame_id: frameOf(name),
    translation: vectorOf(position),
    rotation: turnOf(orientation),
  };
}

/** A body may be called as the world is. */
const frameOf = (name: string) => (name === WORLD ? `${WORLD} body` : name);

function entityOf({ name, surface: { points, faces }, isMoving }: Solid, i: number, time: number) {
  const color = isMoving ? COLOURS[i % COLOURS.length] : GROUND;
  const triangles = [{ pose: HERE, points: points.map(vectorOf), color, colors: [], indices: faces.flat() }];
  return { ...NOTHING, timestamp: stamp(time), frame_id: frameOf(name), id: name, lifetime: FOREVER, frame_locked: true, triangles };
}

function arrowsOf({ time, contacts }: SpaceRow, scale: number) {
  const arrows = contacts.flatMap(({ point, force }) => {
    const size = Math.hypot(...force);
    if (!(size > 0)) return [];
    const length = scale * size;
    return [
      {
        pose: { position: vectorOf(point), orientation: turnOf(fromX(force.map((value) => value / size))) },
        shaft_length: 0.8 * length,
        shaft_diameter: 0.05 * length,
        head_length: 0.2 * length,
        head_diameter: 0.12 * length,
        color: FORCE,
      },
    ];
  });
  return { ...NOTHING, timestamp: stamp(time), frame_id: WORLD, id: "forces", lifetime: FOREVER, frame_locked: false, arrows };
}

/** The shortest turn from x, along which arrows lie, to a direction. */
function fromX([x, y, z]: readonly number[]): readonly number[] {
  if (x < -1 + 1e-12) return [0, 0, 1, 0];
  const size = Math.hypot(1 + x, y, z);
  return [0, -z / size, y / size, (1 + x) / size];
}

async function arrowScale(run: RunInSpace): Promise<number> {
  let most = 0;
  for await (const { contacts } of run.rows()) for (const { force } of contacts) most = Math.max(most, Math.hypot(...force));
  const reach = run.solids
    .filter(({ isMoving }) => isMoving)
    .reduce((longest, { surface }) => surface.points.reduce((far, point) => Math.max(far, Math.hypot(...point)), longest), 0);
  return most > 0 ? (2 * (reach || 0.5)) / most : 1;
}

const INFO = 2;

function logOf(event: RecordedEvent) {
  return { timestamp: stamp(event.time), level: INFO, message: wordsOf(event), name: event.kind, file: "", line: 0 };
}

function wordsOf(event: RecordedEvent): string {
  switch (event.kind) {
    case "impact":
      return `impact: ${event.contacts.map(({ contact, impulse }) => `${contact}, ${impulse[2].toPrecision(4)} N s`).join("; ")}`;
    case "rest":
      return "everything is at rest";
    case "regime":
      return `by ${event.regime} from here on: ${event.reason}`;
    default:
      return `${event.kind}: ${event.contact}`;
  }
}
