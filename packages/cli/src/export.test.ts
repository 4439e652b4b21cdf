import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { McapIndexedReader } from "@mcap/core";
import type { SimulationResult } from "carom/study";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { carom, type Folder, temporaryFolder } from "./command.testing.js";
import { exportRun } from "./commands/export.js";
import type { ExportFormat } from "./export/write.js";

/** A ball that bounces, and a pendulum with a stop that it strikes: contacts, joints, events and energies. */
const study = {
  carom: 1,
  kind: "simulation",
  title: "Ball and pendulum",
  duration: 1.2,
  bodies: {
    'a "ball", red': { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.6], velocity: [0.3, 0, 0] },
    arm: {
      shape: { type: "box", size: [0.05, 0.05, 0.4] },
      mass: 0.5,
      position: [0, 0, -0.2],
      joint: {
        type: "revolute",
        axis: [0, 1, 0],
        position: [2, 0, 1],
        limits: { lower: -0.2, upper: 1, restitution: 0.3 },
        start: { position: 0.8 },
      },
    },
    floor: { plane: { normal: [0, 0, 1] } },
  },
  contacts: [{ between: ['a "ball", red', "floor"], friction: 0.2, restitution: 0.3 }],
  output: { rate: 50 },
};

let folder: Folder;
let result: SimulationResult;
beforeAll(() => {
  folder = temporaryFolder();
  folder.put("study.json", study);
  expect(run("run", "study.json", "--out", "run")).toMatchObject({ code: 0, stderr: "" });
  result = JSON.parse(readFileSync(join(folder.path, "run", "result.json"), "utf8")) as SimulationResult;
}, 60_000);
afterAll(() => folder.remove());

const run = (...args: string[]) => carom(args, { cwd: folder.path });
/** In this process: a command each would cost more than what it does. */
const exported = async (format: ExportFormat, out: string, from = "run") => {
  const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await exportRun(join(folder.path, from), { format, out: join(folder.path, out) });
  expect(told.mock.calls.flat().join("")).toMatch(/^Written to .*: 2 moving bodies at \d+ times; /);
  told.mockRestore();
  return join(folder.path, out);
};

describe("carom export", () => {
  it("writes the same from a folder and from its study, whole or not at all, and nothing over what is there", async () => {
    const first = readFileSync(await exported("usda", "first.usda"), "utf8");
    expect(first).toMatch(/^#usda 1\.0\n/);
    expect(readFileSync(await exported("usda", "second.usda", "study.json"), "utf8")).toBe(first);
    expect(run("export", "run", "--format", "usda", "--out", "first.usda")).toMatchObject({
      stderr: "carom: first.usda: exists; move it, or choose another name\n",
      code: 2,
    });
    await expect(exported("glb", "nowhere/a.glb")).rejects.toThrow(/nowhere\/a\.glb: there is no folder .*nowhere to write it in$/);
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("writes the scene of a finished run, with an account of what the format cannot say", async () => {
    for (const [format, out, contacts] of [
      ["mjcf", "scene.xml", "restitution is left out"],
      ["urdf", "scene.urdf", "friction and restitution belong to pairs of bodies"],
    ] as const) {
      const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
      const account = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      await exportRun(join(folder.path, "run"), { format, out: join(folder.path, out) });
      expect(account.mock.calls.flat().join("")).toContain(`${out}: arm: where its joint starts is left out: it is drawn at zero\n`);
      expect(account.mock.calls.flat().join("")).toContain(`${out}: contacts: ${contacts}`);
      expect(readFileSync(join(folder.path, out), "utf8")).toContain('name="arm"');
      told.mockRestore();
      account.mockRestore();
    }
    const soft = join(import.meta.dirname, "../../../examples/rest-shape-ball.json");
    await expect(exportRun(soft, { format: "mjcf", out: join(folder.path, "soft.xml") })).rejects.toThrow(
      /is a study of kind rest-shape, which is written as vtk; as mjcf simulations are$/,
    );
  });

  it("glb: Khronos' validator has nothing to say, from an error to a hint", async () => {
    const { validateBytes } = createRequire(import.meta.url)("gltf-validator") as {
      validateBytes(
        bytes: Uint8Array,
      ): Promise<{ readonly issues: { readonly messages: unknown[] }; readonly info: { animationCount: number } }>;
    };
    const { issues, info } = await validateBytes(new Uint8Array(readFileSync(await exported("glb", "run.glb"))));
    expect(issues.messages).toEqual([]);
    expect(info.animationCount).toBe(1);
  });

  it("mcap: what a reader reads is the record, to the last bit", async () => {
    const bytes = readFileSync(await exported("mcap", "run.mcap"));
    const readable = {
      size: async () => BigInt(bytes.length),
      read: async (offset: bigint, length: bigint) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + length))),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    const topics = new Map<string, Message[]>();
    for await (const { channelId, logTime, data } of reader.readMessages()) {
      const { topic, schemaId } = reader.channelsById.get(channelId)!;
      expect(reader.schemasById.get(schemaId)!.encoding).toBe("jsonschema");
      const message = JSON.parse(new TextDecoder().decode(data)) as Message;
      if (message.time !== undefined) expect(logTime).toBe(BigInt(Math.round(message.time * 1e9)));
      topics.set(topic, [...(topics.get(topic) ?? []), message]);
    }
    const of = (topic: string) => topics.get(topic) ?? [];
    const { time, bodies, energy, joints, contacts } = result.series;
    expect(of("/energies")).toEqual(
      time.map((t, row) => ({ time: t, ...Object.fromEntries(Object.entries(energy).map(([name, values]) => [name, values[row]])) })),
    );
    expect(of("/events")).toEqual(result.events);
    expect(of("/log")).toHaveLength(result.events.length);
    of("/tf").forEach(({ transforms = [] }, row) => {
      for (const [name, { position, orientation }] of Object.entries(bodies)) {
        const { translation: at, rotation: turn } = transforms.find((one) => one.child_frame_id === name)!;
        expect([at.x, at.y, at.z]).toEqual(position[row]);
        const sign = Math.sign(turn.w * orientation[row][3]) || 1;
        expect([turn.x, turn.y, turn.z, turn.w]).toEqual(orientation[row].map((value) => sign * value));
      }
    });
    expect(of("/tf")).toHaveLength(time.length);
    of("/velocities").forEach((message, row) => {
      const expected = Object.entries(bodies).map(([name, { velocity, angularVelocity }]) => [
        name,
        { velocity: velocity[row], angularVelocity: angularVelocity[row] },
      ]);
      expect(message.bodies).toEqual(Object.fromEntries(expected));
    });
    of("/joints").forEach((message, row) => {
      const { type, position, speed } = joints!.arm;
      expect(message.joints).toEqual({ arm: { type, position: position[row], speed: speed[row] } });
    });
    const touching = contacts.filter(({ contact }) => !contact.endsWith("stop"));
    expect(touching.length).toBeGreaterThan(0);
    expect(of("/contacts").flatMap((message, row) => (message.contacts ?? []).map((contact) => ({ row, ...contact })))).toEqual(touching);
    expect(of("/scene").flatMap(({ entities = [] }) => entities.map(({ id }) => id))).toEqual(Object.keys(study.bodies));
    const layout = JSON.parse(readFileSync(new URL("../foxglove-layout.json", import.meta.url), "utf8")) as { configById: object };
    const shown = JSON.stringify(layout)
      .match(/"\/[a-z/]+/g)!
      .map((text) => text.slice(1));
    for (const topic of shown) expect([...topics.keys()]).toContain(topic);
  });

  it("parquet: DuckDB reads the series, the contacts and the events", async () => {
    const out = await exported("parquet", "tables");
    const database = await (await DuckDBInstance.create(":memory:")).connect();
    const rowsOf = async (table: string) =>
      (await database.runAndReadAll(`SELECT * FROM read_parquet('${join(out, `${table}.parquet`)}')`)).getRowObjectsJS();
    const series = await rowsOf("series");
    expect(series.map((row) => row.time_s)).toEqual(result.series.time);
    expect(series.map((row) => row['a "ball", red_z_m'])).toEqual(result.series.bodies['a "ball", red'].position.map(([, , z]) => z));
    expect(series.map((row) => row.arm_joint_rad)).toEqual(result.series.joints!.arm.position);
    expect(series.map((row) => row.impact_loss_J)).toEqual(result.series.energy.impactLoss);
    const events = await rowsOf("events");
    const impacts = result.events.flatMap((event) => (event.kind === "impact" ? event.contacts.map((own) => ({ event, own })) : []));
    expect(events.filter(({ kind }) => kind === "impact").map((row) => [row.time_s, row.contact, row.normal_impulse_Ns])).toEqual(
      impacts.map(({ event, own }) => [event.time, own.contact, own.impulse[2]]),
    );
    const others = result.events.filter(({ kind }) => kind !== "impact");
    expect(events.filter(({ kind }) => kind !== "impact").map((row) => [row.time_s, row.kind, row.normal_impulse_Ns])).toEqual(
      others.map(({ time, kind }) => [time, kind, null]),
    );
    const touching = result.series.contacts.filter(({ contact }) => !contact.endsWith("stop"));
    expect((await rowsOf("contacts")).map((row) => [row.time_s, row.mode, row.normal_force_N])).toEqual(
      touching.map(({ row, mode, normalForce }) => [result.series.time[row], mode, normalForce]),
    );
  });

  it("vtk: a folder for ParaView", async () => {
    const out = await exported("vtk", "vtk");
    expect(existsSync(join(out, "bodies.pvd"))).toBe(true);
    expect(readdirSync(out)).toHaveLength(2 * result.series.time.length + 2);
  });
});

/** Of all topics, what the tests look at. */
interface Message {
  readonly time?: number;
  readonly transforms?: readonly {
    readonly child_frame_id: string;
    readonly translation: { readonly x: number; readonly y: number; readonly z: number };
    readonly rotation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  }[];
  readonly bodies?: object;
  readonly joints?: object;
  readonly contacts?: readonly object[];
  readonly entities?: readonly { readonly id: string }[];
}
