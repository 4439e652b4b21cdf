/** A film of a run: every frame is drawn and encoded, none dropped. Without an encoder the frames come as pictures in an archive. */
import type { SimulationStudy } from "carom/study";
import { Vector3 } from "three";
import type { Moment } from "../player/axis.js";
import { motionOf } from "../player/motion.js";
import { hardestContact, peakForceOf, type Run } from "../player/run.js";
import { type RunScene, runScene } from "../player/scene/scene.js";
import { createStage, discard, type Stage } from "../stage/stage.js";
import { type FilmClock, filmMoments } from "./film-clock.js";
import { stripOf } from "./film-strip.js";
import { lookFrom } from "./place.js";
import { type VideoFrameBytes, webmOf } from "./webm.js";
import { type ZipEntry, zipOf } from "./zip.js";

/** What can stand in the picture, in the words of the page. */
export const FILM_PARTS = ["sentence", "timeline", "forces", "trails", "clock", "name of the lab"] as const;
export type FilmPart = (typeof FILM_PARTS)[number];

export interface FilmPlan extends FilmClock {
  readonly width: number;
  readonly height: number;
  /** In the picture, besides the bodies. */
  readonly parts: ReadonlySet<FilmPart>;
  /** As in an address. */
  readonly camera?: string;
}

export interface FilmJob {
  readonly scene: SimulationStudy;
  readonly run: Run;
  readonly plan: FilmPlan;
  readonly progress: (frame: number, of: number) => void;
  /** What was drawn until then is kept. */
  readonly stopped: () => boolean;
}

export interface Film {
  readonly blob: Blob;
  /** Of the file's name. */
  readonly ending: "webm" | "zip";
  readonly frames: number;
}

interface Codec {
  /** As the encoder is asked for it, and as the file names it. */
  readonly codec: string;
  readonly name: string;
}

const CODECS: readonly Codec[] = [
  { codec: "vp09.00.40.08", name: "V_VP9" },
  { codec: "vp8", name: "V_VP8" },
];

/** The first that this browser encodes; undefined where it encodes none. */
export async function codecFor(width: number, height: number): Promise<Codec | undefined> {
  if (typeof VideoEncoder === "undefined") return undefined;
  for (const one of CODECS) {
    const { supported } = await VideoEncoder.isConfigSupported({ codec: one.codec, width, height }).catch(() => ({ supported: false }));
    if (supported === true) return one;
  }
  return undefined;
}

const VIEW = new Vector3(0.28, -1, 0.3);

/** What draws one moment onto a canvas of the film's size. */
export interface Painter {
  readonly canvas: HTMLCanvasElement;
  paint(moment: Moment): void;
  dispose(): void;
}

/** Undefined where the browser has no WebGL. */
export function painterOf({ scene: study, run, plan }: Pick<FilmJob, "scene" | "run" | "plan">): Painter | undefined {
  const { width, height, parts } = plan;
  const unit = Math.min(width, height) / 36;
  const below = parts.has("timeline") ? Math.round(5 * unit) : 0;
  const holder = document.createElement("div");
  const stage = createStage(holder, VIEW);
  if (stage === undefined) return undefined;
  stage.resize(width, height - below);
  const motion = motionOf(run);
  const scene = runScene(study, run, motion);
  scene.paint(stage.colours);
  stage.scene.add(scene.group);
  stage.frame(scene.corners, scene.view);
  const come = nearer(stage, scene, run, lookFrom(stage, plan.camera));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: false })!;
  const style = getComputedStyle(document.documentElement);
  const [ground, ink, soft, paper, raised, line] = ["--sunken", "--ink1", "--ink2", "--paper", "--surface", "--line"].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  const strip = stripOf(run, plan.opened, { top: height - below, width, height: below, unit }, { paper, raised, ink, soft, line });
  const shown = { trails: parts.has("trails"), forces: parts.has("forces"), names: false };
  const picture = holder.querySelector("canvas")!;
  return {
    canvas,
    paint: (moment) => {
      const list = scene.show(moment, shown);
      come(moment);
      stage.draw();
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
      // In the same task as it was drawn: later the browser may have cleared it.
      context.drawImage(picture, 0, 0, width, height - below);
      context.font = `600 ${0.8 * unit}px Inter, sans-serif`;
      for (const { at, from, text } of list) {
        const [x, y] = stage.project(at);
        const leftwards = from !== undefined && stage.project(from)[0] > x;
        outlined(context, text, leftwards ? x - 0.4 * unit - context.measureText(text).width : x + 0.4 * unit, y, ground, ink);
      }
      if (below > 0) strip(context, moment);
      let top = 1.2 * unit;
      if (parts.has("sentence")) {
        context.font = `600 ${1.4 * unit}px Inter, sans-serif`;
        for (const words of linesOf(context, study.title, width - 2.8 * unit)) {
          top += 1.7 * unit;
          outlined(context, words, 1.4 * unit, top - 0.5 * unit, ground, ink);
        }
      }
      context.font = `500 ${unit}px Inter, sans-serif`;
      if (parts.has("clock")) outlined(context, clockWords(run, moment), 1.4 * unit, top + unit, ground, soft);
      if (!parts.has("name of the lab")) return;
      context.textAlign = "right";
      outlined(context, "Carom", width - 1.4 * unit, height - below - unit, ground, soft);
      context.textAlign = "left";
    },
    dispose: () => {
      discard(scene.group);
      stage.dispose();
    },
  };
}

/** Part of an open impact in which the camera comes nearer, and in which it goes back. */
const COMING = 0.2;
/** A body that strikes then fills this part of the picture's shorter side. */
const STRIKER = 0.55;

/**
 * Where an impact opens, the camera comes to the body that strikes and goes back, so that it is no speck. It depends on the moment alone:
 * frames can be drawn in any order.
 * @param held the camera stands where somebody has put it
 */
function nearer(stage: Stage, scene: RunScene, run: Run, held: boolean): (moment: Moment) => void {
  const home = { target: stage.controls.target.clone(), position: stage.camera.position.clone() };
  if (held) return () => {};
  return ({ inside }) => {
    stage.controls.target.copy(home.target);
    stage.camera.position.copy(home.position);
    const focus =
      inside === undefined
        ? undefined
        : hardestContact(run.impacts[inside.impact])
            .between.flatMap((name) => scene.focus(name) ?? [])
            .sort((a, b) => a.radius - b.radius)[0];
    if (inside !== undefined && focus !== undefined) {
      stage.approach(focus.center, focus.radius, STRIKER);
      const part = Math.min(1, Math.min(inside.part, 1 - inside.part) / COMING);
      const eased = part * part * (3 - 2 * part);
      stage.controls.target.lerpVectors(home.target, stage.controls.target, eased);
      stage.camera.position.lerpVectors(home.position, stage.camera.position, eased);
    }
    stage.controls.update();
  };
}

/** Words in as many lines as they need. */
function linesOf(context: CanvasRenderingContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && context.measureText(`${last} ${word}`).width <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function outlined(context: CanvasRenderingContext2D, text: string, x: number, y: number, ground: string, ink: string): void {
  context.lineWidth = 5;
  context.lineJoin = "round";
  context.strokeStyle = ground;
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}

function clockWords({ impacts }: Run, { time, inside }: Moment): string {
  const seconds = `${time.toFixed(4)} s`;
  if (inside === undefined) return seconds;
  const peak = peakForceOf(impacts[inside.impact]);
  const hit = `impact ${inside.impact + 1}, ${Math.round(100 * inside.part)} %`;
  return peak > 0 ? `${seconds}, ${hit}, up to ${Number(peak.toPrecision(3))} N` : `${seconds}, ${hit}`;
}

/** Lets the page do other things. Timers would wait a second each where the page is behind another. */
function breath(): Promise<unknown> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
}

/** A key frame at least so often. */
const KEY_EVERY = 60;
/** Frames that wait for the encoder at most. */
const MOST_WAITING = 8;

export async function filmOf(job: FilmJob): Promise<Film> {
  const { run, plan } = job;
  const moments = filmMoments(run, plan);
  const painter = painterOf(job);
  if (painter === undefined) throw new Error("This browser has no WebGL: there is nothing to film.");
  await document.fonts?.ready;
  try {
    const codec = await codecFor(plan.width, plan.height);
    return codec === undefined ? await pictures(job, moments, painter) : await encoded(job, moments, painter, codec);
  } finally {
    painter.dispose();
  }
}

async function encoded(
  { plan: { width, height, rate }, progress, stopped }: FilmJob,
  moments: readonly Moment[],
  painter: Painter,
  { codec, name }: Codec,
): Promise<Film> {
  const frames: VideoFrameBytes[] = [];
  let failure: Error | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({ bytes, time: chunk.timestamp / 1000, isKey: chunk.type === "key" });
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure({ codec, width, height, bitrate: Math.round(0.14 * width * height * rate), framerate: rate, latencyMode: "realtime" });
  let drawn = 0;
  for (; drawn < moments.length && !stopped() && failure === undefined; drawn++) {
    painter.paint(moments[drawn]);
    const frame = new VideoFrame(painter.canvas, { timestamp: Math.round((1e6 * drawn) / rate), duration: Math.round(1e6 / rate) });
    encoder.encode(frame, { keyFrame: drawn % KEY_EVERY === 0 });
    frame.close();
    progress(drawn + 1, moments.length);
    do await breath();
    while (encoder.encodeQueueSize > MOST_WAITING);
  }
  if (failure === undefined) await encoder.flush();
  encoder.close();
  if (failure !== undefined) throw failure;
  if (frames.length === 0) throw new Error("Nothing was drawn yet.");
  return { blob: webmOf(frames, { codec: name, width, height, duration: (1000 * drawn) / rate }), ending: "webm", frames: drawn };
}

async function pictures({ progress, stopped }: FilmJob, moments: readonly Moment[], painter: Painter): Promise<Film> {
  const entries: ZipEntry[] = [];
  for (const [i, moment] of moments.entries()) {
    if (stopped()) break;
    painter.paint(moment);
    const blob = await new Promise<Blob | null>((done) => painter.canvas.toBlob(done, "image/png"));
    if (blob === null) throw new Error("A frame could not be made into a picture.");
    entries.push({ name: `frame-${String(i + 1).padStart(5, "0")}.png`, bytes: new Uint8Array(await blob.arrayBuffer()) });
    progress(i + 1, moments.length);
  }
  if (entries.length === 0) throw new Error("Nothing was drawn yet.");
  return { blob: zipOf(entries), ending: "zip", frames: entries.length };
}
