/** The bodies with their contacts: the wider a line, the larger its impulse so far. Arrows are velocities after the impact. */
import { createPlacer, type Scene, significant, textWidth } from "@carom/figures/geometry";
import { useMemo } from "react";
import { useSize } from "../ui/use-size.js";
import { outlineOf, type Triple } from "./bodies-of.js";

type Pair = readonly [number, number];

export interface ContactGraphProps {
  readonly scene: Scene;
  /** Points around which bodies that are no balls lie, by name. */
  readonly outlines: ReadonlyMap<string, readonly Triple[]>;
  /** Of each contact at the cursor, N s. */
  readonly impulses: readonly number[];
  /** The largest at the end, N s. */
  readonly largest: number;
  readonly lit: number | undefined;
  readonly onLight: (contact: number | undefined) => void;
  /** Whether the cursor is at the end: then velocities are shown. */
  readonly ended: boolean;
}

/** The two axes along which the scene spreads most. */
function flattened(points: readonly Triple[]): (point: Triple) => Pair {
  const spread = [0, 1, 2].map((k) => {
    const values = points.map((point) => point[k]);
    return { k, size: Math.max(...values) - Math.min(...values) };
  });
  const kept = [...spread].sort((a, b) => b.size - a.size || a.k - b.k).slice(0, 2);
  const [right, up] = kept.map(({ k }) => k).sort();
  return (point) => [point[right], point[up]];
}

/** Box around all bodies, as the picture shows them, m. */
function layoutOf({ bodies, contacts }: Scene, outlines: ContactGraphProps["outlines"] = new Map()) {
  const points = [
    ...bodies.flatMap(({ name, position }) => [position, ...(outlines.get(name) ?? [])]),
    ...contacts.map(({ point }) => point),
  ];
  const flat = flattened(points.length > 0 ? points : [[0, 0, 0]]);
  const pairs = points.map(flat);
  const margin = Math.max(0, ...bodies.map(({ radius = 0 }) => radius));
  const xs = pairs.map(([x]) => x);
  const ys = pairs.map(([, y]) => y);
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [low, high] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const spanX = right - left || 1;
  return { flat, left, right, low, high, spanX, spanY: high - low || spanX * 0.3 };
}

/** Whether bodies stand in a row, which wants a picture as wide as the page. */
export function isRow(scene: Scene): boolean {
  const { spanX, spanY } = layoutOf(scene);
  return spanX > ROW * spanY;
}

/** So many times as wide as high. */
const ROW = 2.5;

export function ContactGraph({ scene, outlines, impulses, largest, lit, onLight, ended }: ContactGraphProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const layout = useMemo(() => layoutOf(scene, outlines), [scene, outlines]);
  const { width, height } = size ?? { width: 0, height: 0 };
  const scale = Math.min((width - 120) / layout.spanX, (height - 100) / layout.spanY);
  const place = (point: Triple): Pair => {
    const [x, y] = layout.flat(point);
    return [width / 2 + scale * (x - (layout.left + layout.right) / 2), height / 2 - scale * (y - (layout.low + layout.high) / 2)];
  };
  const fastest = Math.max(...scene.bodies.map(({ velocity }) => Math.hypot(...layout.flat(velocity))), 1e-300);
  const speeds =
    ended && width > 480 && scene.bodies.length <= 12 ? speedLabels(scene, layout.flat, place, fastest, scale, { width, height }) : [];
  return (
    <div className="contact-graph" ref={element}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${scene.bodies.length} bodies and ${scene.contacts.length} contacts`}>
          {scene.bodies.map(({ name, position, radius }) => {
            const [x, y] = place(position);
            const shown = radius === undefined ? undefined : radius * scale;
            const outline = outlines.get(name);
            return (
              <g key={name} className="graph-body">
                {outline !== undefined ? (
                  <path
                    d={`M${outlineOf(outline.map(place))
                      .map(([u, v]) => `${u.toFixed(1)},${v.toFixed(1)}`)
                      .join("L")}Z`}
                  />
                ) : shown === undefined ? (
                  <rect x={x - 9} y={y - 9} width="18" height="18" rx="2" />
                ) : (
                  <circle cx={x} cy={y} r={shown} />
                )}
                {(shown === undefined || shown > 12) && (
                  <text x={x} y={y + nameBelow(shown)} textAnchor="middle">
                    {name}
                  </text>
                )}
              </g>
            );
          })}
          {scene.contacts.map(({ index, point, normal, bodies }) => {
            const at = place(point);
            const ends = bodies.map((body) => place(scene.bodies[body].position));
            const [nx, ny] = layout.flat(normal);
            const other: Pair = ends[1] ?? [at[0] - 26 * nx, at[1] + 26 * ny];
            const from = ends[0] ?? [at[0] + 26 * nx, at[1] - 26 * ny];
            const share = largest > 0 ? Math.max(0, impulses[index]) / largest : 0;
            return (
              <g
                key={index}
                className={lit === index ? "graph-contact lit" : "graph-contact"}
                onPointerEnter={() => onLight(index)}
                onPointerLeave={() => onLight(undefined)}
              >
                <path className="reach" d={`M${from[0]},${from[1]}L${other[0]},${other[1]}`} />
                <path
                  className="flowing"
                  d={`M${from[0]},${from[1]}L${other[0]},${other[1]}`}
                  strokeWidth={share > 0 ? 1 + 9 * share : 0}
                />
                <circle className="point" cx={at[0]} cy={at[1]} r="2.500" />
                {lit === index && (
                  <text className="halo" x={at[0] + 10} y={at[1] - 10}>
                    {significant(impulses[index], 3)} N s
                  </text>
                )}
              </g>
            );
          })}
          {ended &&
            scene.bodies.map(({ name, position, velocity }, body) => {
              const [u, v] = layout.flat(velocity);
              const length = Math.hypot(u, v);
              if (length < 1e-3 * fastest) return null;
              const [dx, dy] = [(u / fastest) * ARROW, (-v / fastest) * ARROW];
              const [x, y] = arrowFoot(place(position), [dx, dy], linesOf(scene, body, place));
              return (
                <g key={name} className="graph-velocity">
                  <path d={`M${x},${y}l${dx},${dy}${head(dx, dy)}`} />
                </g>
              );
            })}
          {speeds.map(({ name, text, x, y }) => (
            <text key={name} className="halo" x={x} y={y}>
              {text}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}

/** The longest arrow, px. */
const ARROW = 72;

/** From the middle of a body to the line of its name, px. */
const nameBelow = (radius: number | undefined) => (radius === undefined ? 24 : Math.max(14, radius * 0.8));

/** Speeds at the tips of the arrows, off the names, off each other and off the lines where they can be. */
function speedLabels(
  { bodies, contacts }: Pick<Scene, "bodies" | "contacts">,
  flat: (point: Triple) => Pair,
  place: (point: Triple) => Pair,
  fastest: number,
  scale: number,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly name: string; readonly text: string; readonly x: number; readonly y: number }[] {
  const placer = createPlacer({ x: 4, y: 4, width: width - 8, height: height - 8 });
  for (const { name, position, radius } of bodies) {
    const [x, y] = place(position);
    const wide = textWidth(name, 12);
    const below = nameBelow(radius === undefined ? undefined : radius * scale);
    placer.occupy({ x: x - wide / 2, y: y + below - 11, width: wide, height: 14 });
  }
  for (const { point, bodies: ends } of contacts)
    for (const end of ends) placer.avoid(alongLine(place(point), place(bodies[end].position)));
  return bodies.flatMap(({ name, position, velocity }, body) => {
    const [u, v] = flat(velocity);
    if (Math.hypot(u, v) < 1e-3 * fastest) return [];
    const [dx, dy] = [(u / fastest) * ARROW, (-v / fastest) * ARROW];
    const [x, y] = arrowFoot(place(position), [dx, dy], linesOf({ bodies, contacts }, body, place));
    const tip: Pair = [x + dx, y + dy];
    placer.avoid(alongLine([x, y], tip));
    const text = `${significant(Math.hypot(...velocity), 3)} m/s`;
    const { box } = placer.place(tip, textWidth(text, 12), 14);
    return [{ name, text, x: box.x, y: box.y + 11 }];
  });
}

/** Ways from the middle of a body to its contacts, px. */
function linesOf({ bodies, contacts }: Pick<Scene, "bodies" | "contacts">, body: number, place: (point: Triple) => Pair): Pair[] {
  const [x, y] = place(bodies[body].position);
  return contacts
    .filter((contact) => contact.bodies.includes(body))
    .map(({ point }) => {
      const [u, v] = place(point);
      return [u - x, v - y];
    });
}

/** Beside the middle where a line of a contact, as wide as its impulse, would cover the arrow. */
function arrowFoot([x, y]: Pair, [dx, dy]: Pair, lines: readonly Pair[]): Pair {
  const length = Math.hypot(dx, dy);
  const covered = lines.some(([u, v]) => u * dx + v * dy > ALONG * length * Math.hypot(u, v));
  if (!covered || length === 0) return [x, y];
  const up = dx < 0 ? -1 : 1;
  return [x + (BESIDE * up * dy) / length, y - (BESIDE * up * dx) / length];
}

/** Cosine between an arrow and a line that covers it; how far it goes aside, px. */
const ALONG = 0.97;
const BESIDE = 22;

/** Points on the way from one to the other, px. */
function alongLine(from: Pair, to: Pair): Pair[] {
  const count = 1 + Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / NEAR);
  return Array.from(
    { length: count + 1 },
    (_, i): Pair => [from[0] + ((to[0] - from[0]) * i) / count, from[1] + ((to[1] - from[1]) * i) / count],
  );
}

/** Between points of a line that words are kept off, px. */
const NEAR = 12;

/** An open head at the end of a step, as a path that goes on from there. */
function head(dx: number, dy: number): string {
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const wing = (side: number) => `l${-7 * ux - side * 4 * uy},${-7 * uy + side * 4 * ux}`;
  const back = (side: number) => `l${7 * ux + side * 4 * uy},${7 * uy - side * 4 * ux}`;
  return `${wing(1)}${back(1)}${wing(-1)}`;
}
