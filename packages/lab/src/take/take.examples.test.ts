/** Addresses of moments, the clock of films, and what the files are made of. */
import { crc32 } from "node:zlib";
import { parseStudyText } from "carom/study";
import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { runOf } from "../player/run.js";
import type { WatchedOf } from "../worker/messages.js";
import { watch } from "../worker/watch.js";
import { filmMoments, hardestImpacts, stretchesOf } from "./film-clock.js";
import { cameraText, lookFrom, momentText, parseMoment } from "./place.js";
import { webmOf } from "./webm.js";
import { checksum, zipOf } from "./zip.js";

const study = parseStudyText(
  JSON.stringify({
    carom: 1,
    kind: "simulation",
    title: "A ball",
    duration: 1,
    bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.5] }, floor: { plane: { normal: [0, 0, 1] } } },
    contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0.6 }],
  }),
);
const run = runOf({ result: watch(study, () => {}) as WatchedOf<"simulation">, running: false, cancelled: false, cancel: () => {} })!;

describe("moments in addresses", () => {
  it.each(["0.43", "i1", "i2@p0.56"])("%s is what it was written as", (text) => {
    expect(momentText(parseMoment(text, run)!)).toBe(text);
  });

  it.each(["", "i0", "i999", "x", "i2@px", undefined])("%s is none", (text) => {
    expect(parseMoment(text, run)).toBeUndefined();
  });
});

it("looks from where an address says, and says where it looks from", () => {
  const stage = {
    camera: { position: new Vector3() },
    controls: { target: new Vector3(), update: () => {} },
    invalidate: () => {},
  } as never;
  expect(lookFrom(stage, "-132,12,0.74,0.06,-0.1,0.08")).toBe(true);
  expect(cameraText(stage)).toBe("-132,12,0.74,0.06,-0.1,0.08");
  for (const wrong of ["1,2,3", "0,0,-1,0,0,0", "a,0,1,0,0,0", undefined]) expect(lookFrom(stage, wrong)).toBe(false);
});

describe("the clock of a film", () => {
  const plan = { slower: 3, opened: hardestImpacts(run, 2), openFor: 1.5, rate: 20 };
  const moments = filmMoments(run, plan);

  it("lasts as long as its parts, and has a frame for every step of its rate", () => {
    // Held twice for half a second, the run three times slower, two impacts opened for 1.5 s each.
    expect(moments).toHaveLength(Math.round((1 + 3 * run.end + 2 * 1.5) * 20));
  });

  it("never goes back, and opens the two hardest impacts from their beginning to their end", () => {
    moments.reduce((before, now) => {
      expect(now.time).toBeGreaterThanOrEqual(before.time);
      return now;
    });
    for (const impact of plan.opened) {
      const parts = moments.flatMap(({ inside }) => (inside?.impact === impact ? [inside.part] : []));
      expect(parts).toHaveLength(30);
      expect(parts[0]).toBeLessThan(0.05);
      expect(parts[parts.length - 1]).toBeGreaterThan(0.95);
    }
    // The curve that the page draws is the same clock: flat where an impact is open, three seconds of film a second elsewhere.
    for (const { from, to, world, impact } of stretchesOf(run, plan).slice(1, -1))
      expect(to - from).toBeCloseTo(impact === undefined ? 3 * (world[1] - world[0]) : 1.5, 12);
    expect(moments[0]).toEqual({ time: 0 });
    expect(moments[moments.length - 1]).toEqual({ time: run.end });
  });
});

it("sums archives as zlib does", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 37) % 256);
  expect(checksum(bytes)).toBe(crc32(bytes));
});

it("writes archives with every file at the place that the directory names", async () => {
  const files = ["one", "two"].map((text, i) => ({ name: `frame-${i + 1}.png`, bytes: new TextEncoder().encode(text) }));
  const bytes = Buffer.from(await zipOf(files).arrayBuffer());
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  expect(bytes.readUInt16LE(end + 10)).toBe(2);
  let at = bytes.readUInt32LE(end + 16);
  for (const { name, bytes: content } of files) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const length = bytes.readUInt16LE(at + 28);
    expect(bytes.toString("utf8", at + 46, at + 46 + length)).toBe(name);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26);
    expect(bytes.subarray(start, start + content.length)).toEqual(Buffer.from(content));
    at += 46 + length;
  }
});

it("writes a WebM whose lengths add up", async () => {
  const frames = [0, 1, 2, 3].map((i) => ({ bytes: Uint8Array.of(i, i, i), time: 40 * i, isKey: i % 2 === 0 }));
  const bytes = Buffer.from(await webmOf(frames, { codec: "V_VP9", width: 64, height: 36, duration: 160 }).arrayBuffer());
  expect(bytes.readUInt32BE(0)).toBe(0x1a45dfa3);
  const segment = 12 + Number(bytes.readBigUInt64BE(4) & 0x00ffffffffffffffn);
  expect(bytes.readUInt32BE(segment)).toBe(0x18538067);
  expect(segment + 12 + Number(bytes.readBigUInt64BE(segment + 4) & 0x00ffffffffffffffn)).toBe(bytes.length);
  expect(bytes.toString("latin1").match(/V_VP9/g)).toHaveLength(1);
});
