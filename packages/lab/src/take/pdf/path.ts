/** Paths of SVG as those of PDF: lines and cubic curves, all of them absolute. */
import { number } from "./objects.js";

/** Numbers that follow each letter. */
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

interface Pen {
  x: number;
  y: number;
  startX: number;
  startY: number;
  /** Where the last curve came from, for those that go on smoothly. */
  handle?: readonly [number, number];
}

/** Operators of a PDF for the attribute `d`. */
export function pathOperators(d: string): string {
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0 };
  const written: string[] = [];
  for (const [, letter, list] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d+[^a-zA-Z]*)*)/g)) {
    const numbers = (list.match(/-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? []).map(Number);
    const count = COUNTS[letter.toUpperCase()];
    if (count === undefined) continue;
    if (count === 0) written.push(one(letter, [], pen));
    for (let i = 0; count > 0 && i + count <= numbers.length; i += count) {
      // Further pairs after a move are lines.
      const name = i > 0 && letter.toUpperCase() === "M" ? (letter === "m" ? "l" : "L") : letter;
      written.push(one(name, numbers.slice(i, i + count), pen));
    }
  }
  return written.join("\n");
}

function one(letter: string, given: readonly number[], pen: Pen): string {
  const name = letter.toUpperCase();
  const relative = letter !== name;
  const { x, y, handle } = pen;
  if (name === "Z") {
    Object.assign(pen, { x: pen.startX, y: pen.startY, handle: undefined });
    return "h";
  }
  if (name === "H" || name === "V") {
    const to = given[0] + (relative ? (name === "H" ? x : y) : 0);
    return line(pen, name === "H" ? to : x, name === "V" ? to : y);
  }
  if (name === "A") {
    const end = [given[5] + (relative ? x : 0), given[6] + (relative ? y : 0)] as const;
    return arc(pen, given, end);
  }
  const at = given.map((value, i) => value + (relative ? (i % 2 === 0 ? x : y) : 0));
  if (name === "M") {
    Object.assign(pen, { x: at[0], y: at[1], startX: at[0], startY: at[1], handle: undefined });
    return `${number(at[0])} ${number(at[1])} m`;
  }
  if (name === "L") return line(pen, at[0], at[1]);
  const mirrored = handle === undefined ? [x, y] : [2 * x - handle[0], 2 * y - handle[1]];
  if (name === "C") return curve(pen, at);
  if (name === "S") return curve(pen, [...mirrored, ...at]);
  const [cx, cy, ex, ey] = name === "T" ? [...mirrored, ...at] : at;
  const drawn = curve(pen, [x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y), ex + (2 / 3) * (cx - ex), ey + (2 / 3) * (cy - ey), ex, ey]);
  pen.handle = [cx, cy];
  return drawn;
}

function line(pen: Pen, x: number, y: number): string {
  Object.assign(pen, { x, y, handle: undefined });
  return `${number(x)} ${number(y)} l`;
}

function curve(pen: Pen, at: readonly number[]): string {
  Object.assign(pen, { x: at[4], y: at[5], handle: [at[2], at[3]] });
  return `${at.map(number).join(" ")} c`;
}

/** An elliptic arc, in pieces of at most a quarter turn (SVG 1.1, appendix F.6). */
function arc(pen: Pen, [rx, ry, turn, large, sweep]: readonly number[], [ex, ey]: readonly [number, number]): string {
  const { x, y } = pen;
  if (rx === 0 || ry === 0 || (x === ex && y === ey)) return line(pen, ex, ey);
  const phi = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [hx, hy] = [(x - ex) / 2, (y - ey) / 2];
  const [px, py] = [cos * hx + sin * hy, cos * hy - sin * hx];
  const over = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
  const [a, b] = [Math.abs(rx) * over, Math.abs(ry) * over];
  const left = Math.max(0, a * a * b * b - a * a * py * py - b * b * px * px) / (a * a * py * py + b * b * px * px);
  const side = (large === sweep ? -1 : 1) * Math.sqrt(left);
  const [mx, my] = [(side * a * py) / b, (-side * b * px) / a];
  const [cx, cy] = [cos * mx - sin * my + (x + ex) / 2, sin * mx + cos * my + (y + ey) / 2];
  const from = Math.atan2((py - my) / b, (px - mx) / a);
  let angle = Math.atan2((-py - my) / b, (-px - mx) / a) - from;
  if (sweep === 0 && angle > 0) angle -= 2 * Math.PI;
  if (sweep !== 0 && angle < 0) angle += 2 * Math.PI;
  const pieces = Math.max(1, Math.ceil(Math.abs(angle) / (Math.PI / 2) - 1e-9));
  const part = angle / pieces;
  const reach = (4 / 3) * Math.tan(part / 4);
  const place = (u: number, v: number) => [cx + cos * a * u - sin * b * v, cy + sin * a * u + cos * b * v];
  return Array.from({ length: pieces }, (_, i) => {
    const [t, u] = [from + i * part, from + (i + 1) * part];
    return curve(pen, [
      ...place(Math.cos(t) - reach * Math.sin(t), Math.sin(t) + reach * Math.cos(t)),
      ...place(Math.cos(u) + reach * Math.sin(u), Math.sin(u) - reach * Math.cos(u)),
      ...place(Math.cos(u), Math.sin(u)),
    ]);
  }).join("\n");
}

/** Circles are four curves with these handles. */
const ROUND = 0.5522847498;

export function ellipseOperators(cx: number, cy: number, rx: number, ry: number): string {
  const [u, v] = [ROUND * rx, ROUND * ry];
  const rows = [
    [cx + rx, cy + v, cx + u, cy + ry, cx, cy + ry],
    [cx - u, cy + ry, cx - rx, cy + v, cx - rx, cy],
    [cx - rx, cy - v, cx - u, cy - ry, cx, cy - ry],
    [cx + u, cy - ry, cx + rx, cy - v, cx + rx, cy],
  ];
  return `${number(cx + rx)} ${number(cy)} m\n${rows.map((row) => `${row.map(number).join(" ")} c`).join("\n")}\nh`;
}

export function rectOperators(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (!(r > 0)) return `${[x, y, width, height].map(number).join(" ")} re`;
  const [right, bottom] = [x + width, y + height];
  const corner = (cx: number, cy: number) => `A${r},${r} 0 0 1 ${cx},${cy}`;
  const sides = [
    `H${right - r}${corner(right, y + r)}`,
    `V${bottom - r}${corner(right - r, bottom)}`,
    `H${x + r}${corner(x, bottom - r)}`,
    `V${y + r}${corner(x + r, y)}`,
  ];
  return pathOperators(`M${x + r},${y}${sides.join("")}Z`);
}
