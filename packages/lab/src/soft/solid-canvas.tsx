/**
 * A surface of many triangles as lit clay, on a canvas: as elements of an SVG thousands of them would be too slow to turn.
 *
 * Triangles that face the viewer are painted from the farthest to the nearest, each with the light of its own plane.
 */
import { useLayoutEffect, useRef } from "react";
import { useTheme } from "../shell/theme.js";
import type { Look } from "./turned-picture.js";

export interface Solid {
  /** Three vertices of one triangle after the other, anticlockwise seen from outside. */
  readonly triangles: Int32Array;
  /** Of the vertices, m, three numbers each. */
  readonly places: Float64Array;
  /** From where each vertex is coloured by its distance, m, three numbers each. */
  readonly from: Float64Array;
  /** Distance that is coloured fully, m. */
  readonly most: number;
  /** Name of the colour of what has moved that far. */
  readonly colour: string;
}

interface SolidCanvasProps {
  readonly solid: Solid;
  readonly look: Look;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the canvas to one of the picture. */
const FINE = 2;

export function SolidCanvas({ solid, look, width, height }: SolidCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useLayoutEffect(() => {
    void theme;
    const context = canvas.current?.getContext("2d");
    if (context === undefined || context === null) return;
    context.setTransform(FINE, 0, 0, FINE, 0, 0);
    context.clearRect(0, 0, width, height);
    paint(context, solid, look);
  }, [solid, look, width, height, theme]);
  return <canvas ref={canvas} className="solid" width={FINE * width} height={FINE * height} data-triangles={solid.triangles.length / 3} />;
}

const TINTS = 24;
const LIGHTS = 32;
/** Depths that are told apart. */
const SLICES = 4096;
/** Towards the light, from the upper left: right, up, towards the viewer. */
const LIGHT = [-0.43, 0.58, 0.69] as const;
/** Share of its own colour that a plane turned away from the light keeps. */
const AMBIENT = 0.5;

function paint(context: CanvasRenderingContext2D, { triangles, places, from, most, colour }: Solid, { to, scale }: Look): void {
  const count = places.length / 3;
  const seen = new Float64Array(places.length);
  const tint = new Float64Array(count);
  for (let vertex = 0; vertex < count; vertex++) {
    const at = 3 * vertex;
    const [x, y, z] = [places[at]!, places[at + 1]!, places[at + 2]!];
    const place = to([x, y, z]);
    seen[at] = place.x;
    seen[at + 1] = place.y;
    seen[at + 2] = place.depth * scale;
    tint[vertex] = Math.min(1, Math.hypot(x - from[at]!, y - from[at + 1]!, z - from[at + 2]!) / (most || 1));
  }
  const palette = paletteOf(context, colour);
  const facing: number[] = [];
  const fills: number[] = [];
  const depths: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const [p, q, r] = [3 * a, 3 * b, 3 * c];
    const [ux, uy, uz] = [seen[q]! - seen[p]!, seen[p + 1]! - seen[q + 1]!, seen[q + 2]! - seen[p + 2]!];
    const [vx, vy, vz] = [seen[r]! - seen[p]!, seen[p + 1]! - seen[r + 1]!, seen[r + 2]! - seen[p + 2]!];
    const nz = ux * vy - uy * vx;
    if (!(nz > 0)) continue;
    const [nx, ny] = [uy * vz - uz * vy, uz * vx - ux * vz];
    const light = Math.max(0, (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / Math.hypot(nx, ny, nz));
    const moved = (tint[a]! + tint[b]! + tint[c]!) / 3;
    facing.push(at);
    fills.push(Math.round(moved * (TINTS - 1)) * LIGHTS + Math.round(light * (LIGHTS - 1)));
    depths.push(seen[p + 2]! + seen[q + 2]! + seen[r + 2]!);
  }
  context.lineWidth = 0.6;
  context.lineJoin = "round";
  for (const k of farthestFirst(depths)) {
    const at = facing[k]!;
    const [p, q, r] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    context.beginPath();
    context.moveTo(seen[p]!, seen[p + 1]!);
    context.lineTo(seen[q]!, seen[q + 1]!);
    context.lineTo(seen[r]!, seen[r + 1]!);
    context.closePath();
    context.fillStyle = context.strokeStyle = palette[fills[k]!]!;
    context.fill();
    // Over the seam to the neighbours.
    context.stroke();
  }
}

/** Places in a list, by slices of depth: in one go, however many there are. */
function farthestFirst(depths: readonly number[]): Int32Array {
  let low = Infinity;
  let high = -Infinity;
  for (const depth of depths) {
    low = Math.min(low, depth);
    high = Math.max(high, depth);
  }
  const slice = (depth: number) => Math.min(SLICES - 1, Math.floor(((depth - low) / (high - low || 1)) * SLICES));
  const starts = new Int32Array(SLICES + 1);
  for (const depth of depths) starts[slice(depth) + 1]!++;
  for (let i = 0; i < SLICES; i++) starts[i + 1]! += starts[i]!;
  const order = new Int32Array(depths.length);
  depths.forEach((depth, k) => {
    order[starts[slice(depth)]!++] = k;
  });
  return order;
}

/** Clay and what has moved, in every light. */
function paletteOf(context: CanvasRenderingContext2D, colour: string): string[] {
  const style = getComputedStyle(context.canvas);
  const [clay, moved] = ["--body-b", colour].map((name) => channels(style.getPropertyValue(name).trim()));
  return Array.from({ length: TINTS * LIGHTS }, (_, i) => {
    const part = (0.85 * Math.floor(i / LIGHTS)) / (TINTS - 1);
    const light = AMBIENT + (1.12 - AMBIENT) * ((i % LIGHTS) / (LIGHTS - 1));
    return `rgb(${clay!.map((value, k) => Math.min(255, Math.round(light * (value + part * (moved![k]! - value))))).join(" ")})`;
  });
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) || 0);
}
