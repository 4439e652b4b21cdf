/**
 * A surface of many triangles as lit clay, on a canvas: as elements of an SVG thousands of them would be too slow to turn.
 *
 * Every pixel shows the nearest triangle there (a buffer of depths), with light and colour between those of its corners. Scans have more
 * triangles than the picture has room for, so that most are of a few pixels.
 */
import { useLayoutEffect, useRef } from "react";
import { useTheme } from "../shell/theme.js";
import type { Look } from "./turned-picture.js";

export interface Solid {
  /** Three vertices of one triangle after the other, anticlockwise seen from outside. */
  readonly triangles: Int32Array;
  /** Of the vertices, m, three numbers each. */
  readonly places: Float64Array;
  /** Of the vertices, outwards; without them those of the triangles around each. */
  readonly normals?: Float64Array;
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
    paint(context, solid, look);
  }, [solid, look, width, height, theme]);
  return <canvas ref={canvas} className="solid" width={FINE * width} height={FINE * height} data-triangles={solid.triangles.length / 3} />;
}

const LIGHTS = 64;
/** Towards the light, from the upper left: right, up, towards the viewer. */
const LIGHT = [-0.43, 0.58, 0.69] as const;
/** Share of its own colour that what is turned away from the light keeps. */
const AMBIENT = 0.5;

function paint(context: CanvasRenderingContext2D, { triangles, places, normals: given }: Solid, { to, scale }: Look): void {
  const count = places.length / 3;
  const seen = new Float64Array(places.length);
  const light = new Float64Array(count);
  for (let vertex = 0; vertex < count; vertex++) {
    const at = 3 * vertex;
    const place = to([places[at]!, places[at + 1]!, places[at + 2]!]);
    seen[at] = FINE * place.x;
    seen[at + 1] = FINE * place.y;
    seen[at + 2] = FINE * scale * place.depth;
  }
  const normals = given === undefined ? normalsOf(triangles, seen) : seenNormals(given, to);
  for (let vertex = 0; vertex < count; vertex++) {
    const [x, y, z] = [normals[3 * vertex]!, normals[3 * vertex + 1]!, normals[3 * vertex + 2]!];
    light[vertex] = (LIGHTS - 1) * Math.max(0, (x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]) / (Math.hypot(x, y, z) || 1));
  }
  const image = context.createImageData(context.canvas.width, context.canvas.height);
  fill(image, triangles, { seen, light }, paletteOf(context));
  context.putImageData(image, 0, 0);
}

/** Right, up, towards the viewer. */
function seenNormals(given: Float64Array, to: Look["to"]): Float64Array {
  const origin = to([0, 0, 0]);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => {
    const { x, y, depth } = to(axis);
    return [x - origin.x, origin.y - y, depth - origin.depth] as const;
  });
  const length = Math.hypot(axes[0]![0], axes[1]![0], axes[2]![0]);
  const turned = new Float64Array(given.length);
  for (let at = 0; at < given.length; at += 3)
    for (let k = 0; k < 3; k++) {
      const sum = axes[0]![k]! * given[at]! + axes[1]![k]! * given[at + 1]! + axes[2]![k]! * given[at + 2]!;
      turned[at + k] = k < 2 ? sum / length : sum;
    }
  return turned;
}

/** At each vertex the sum of the normals of its triangles, each as long as twice its area: right, up, towards the viewer. */
function normalsOf(triangles: Int32Array, seen: Float64Array): Float64Array {
  const normals = new Float64Array(seen.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const [p, q, r] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [ux, uy, uz] = [seen[q]! - seen[p]!, seen[p + 1]! - seen[q + 1]!, seen[q + 2]! - seen[p + 2]!];
    const [vx, vy, vz] = [seen[r]! - seen[p]!, seen[p + 1]! - seen[r + 1]!, seen[r + 2]! - seen[p + 2]!];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [p, q, r]) {
      normals[corner]! += x;
      normals[corner + 1]! += y;
      normals[corner + 2]! += z;
    }
  }
  return normals;
}

/** Of every vertex. */
interface Vertices {
  /** Across, down, towards the viewer, px of the canvas. */
  readonly seen: Float64Array;
  /** Its shade, as a place in the palette. */
  readonly light: Float64Array;
}

/** Pixels whose middle lies in a triangle that faces the viewer, where none nearer was. */
function fill({ data, width, height }: ImageData, triangles: Int32Array, { seen, light }: Vertices, palette: Uint32Array): void {
  const pixels = new Uint32Array(data.buffer);
  const depth = new Float32Array(width * height).fill(-Infinity);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const [ax, ay, az] = [seen[3 * a]!, seen[3 * a + 1]!, seen[3 * a + 2]!];
    const [bx, by, bz] = [seen[3 * b]!, seen[3 * b + 1]!, seen[3 * b + 2]!];
    const [cx, cy, cz] = [seen[3 * c]!, seen[3 * c + 1]!, seen[3 * c + 2]!];
    const area = (by - ay) * (cx - ax) - (bx - ax) * (cy - ay);
    if (!(area > 0)) continue;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const [x, y] = [column + 0.5, row + 0.5];
        const ofA = ((cy - by) * (x - bx) - (cx - bx) * (y - by)) / area;
        const ofB = ((ay - cy) * (x - cx) - (ax - cx) * (y - cy)) / area;
        const ofC = 1 - ofA - ofB;
        if (ofA < 0 || ofB < 0 || ofC < 0) continue;
        const pixel = row * width + column;
        const near = ofA * az + ofB * bz + ofC * cz;
        if (!(near > depth[pixel]!)) continue;
        depth[pixel] = near;
        const lit = Math.round(ofA * light[a]! + ofB * light[b]! + ofC * light[c]!);
        pixels[pixel] = palette[lit]!;
      }
  }
}

/** Clay in every light, as pixels. */
function paletteOf(context: CanvasRenderingContext2D): Uint32Array {
  const clay = channels(getComputedStyle(context.canvas).getPropertyValue("--body-a").trim());
  const bytes = new Uint8ClampedArray(4 * LIGHTS);
  for (let i = 0; i < LIGHTS; i++) {
    const light = AMBIENT + (1.12 - AMBIENT) * (i / (LIGHTS - 1));
    for (let k = 0; k < 3; k++) bytes[4 * i + k] = light * clay[k]!;
    bytes[4 * i + 3] = 255;
  }
  return new Uint32Array(bytes.buffer);
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) || 0);
}
