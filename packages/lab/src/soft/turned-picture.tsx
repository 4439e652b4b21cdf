/** A body on a table that turns when it is dragged. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef } from "react";
import { useSize } from "../ui/use-size.js";
import { type Gaze, type Place, type Projected, projection } from "./projection.js";
import { type Solid, SolidCanvas } from "./solid-canvas.js";
import "./soft.css";

/** Of the picture, in its own units; as wide as its place has room. */
const HEIGHT = 420;
const USUAL = 640;
/** Radians a pixel. */
const TURN = 0.008;
/** Radians a key. */
const KEY_TURN = 0.1;
/** About the vertical, and upwards. */
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Height of the body over that of the picture. */
const FILLED = 0.72;

export interface Look {
  readonly to: (place: Place) => Projected;
  /** Pixels per metre. */
  readonly scale: number;
  /** Longest side of the body, m. */
  readonly extent: number;
}

interface TurnedPictureProps {
  readonly className: string;
  readonly label: string;
  /** What has to be seen. */
  readonly places: readonly Place[];
  /** Half a side of the table over the extent of the body. */
  readonly table: number;
  /** What has to fit across, m. */
  readonly across: number;
  /** And upright; without it the longest side of the places. */
  readonly tall?: number;
  /** Height of the table, m. */
  readonly ground?: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
  /** What stands behind the body. */
  readonly behind?: (look: Look) => ReactNode;
  /** The body as lit clay. Otherwise it is among what follows. */
  readonly solid?: Solid;
  /** In front of it. */
  readonly children: (look: Look) => ReactNode;
}

export function TurnedPicture({
  className,
  label,
  places,
  table,
  across,
  tall,
  ground = 0,
  gaze,
  onGaze,
  behind,
  solid,
  children,
}: TurnedPictureProps) {
  const drag = useRef<{ readonly x: number; readonly y: number; readonly gaze: Gaze }>(undefined);
  const { centre, extent } = useMemo(() => boxOf(places), [places]);
  const [element, size] = useSize<HTMLDivElement>();
  const width = size === undefined || size.height === 0 ? USUAL : Math.round((HEIGHT * size.width) / size.height);
  const scale = Math.min((FILLED * HEIGHT) / (tall ?? extent), (0.92 * width) / across);
  const look = useMemo(
    (): Look => ({ to: projection(gaze, centre, scale, [width / 2, HEIGHT / 2]), scale, extent }),
    [gaze, centre, scale, extent, width],
  );
  const turn = (event: PointerEvent) => {
    const from = drag.current;
    if (from === undefined) return;
    onGaze(turned(from.gaze, -(event.clientX - from.x) * TURN, (event.clientY - from.y) * TURN));
  };
  const press = (event: KeyboardEvent) => {
    const [yaw, pitch] = KEYS[event.key] ?? [0, 0];
    if (yaw === 0 && pitch === 0) return;
    event.preventDefault();
    onGaze(turned(gaze, yaw * KEY_TURN, pitch * KEY_TURN));
  };
  const corner = (x: number, y: number) => look.to([centre[0] + x * table * extent, centre[1] + y * table * extent, ground]);
  return (
    <div
      ref={element}
      className={`soft-picture ${className}`}
      role="slider"
      tabIndex={0}
      aria-label={`${label}; drag or use the arrow keys to turn`}
      aria-valuemin={-180}
      aria-valuemax={180}
      aria-valuenow={degrees(gaze.yaw)}
      aria-valuetext={`turned by ${degrees(gaze.yaw)} degrees, seen from ${degrees(gaze.pitch)} degrees above`}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, gaze };
      }}
      onPointerMove={turn}
      onPointerUp={() => {
        drag.current = undefined;
      }}
    >
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <path className="table" d={polygon([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)])} />
        <path
          className="table-grid"
          d={GRID.map((k) => segment(corner(k, -1), corner(k, 1)) + segment(corner(-1, k), corner(1, k))).join("")}
        />
        {behind?.(look)}
        {solid === undefined && children(look)}
      </svg>
      {solid !== undefined && (
        <>
          <SolidCanvas solid={solid} look={look} width={width} height={HEIGHT} />
          <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
            {children(look)}
          </svg>
        </>
      )}
    </div>
  );
}

function turned({ yaw, pitch }: Gaze, about: number, up: number): Gaze {
  return { yaw: yaw + about, pitch: Math.max(-0.1, Math.min(1.5, pitch + up)) };
}

/** Between -180 and 180. */
function degrees(angle: number): number {
  const whole = Math.round((180 / Math.PI) * angle);
  return whole - 360 * Math.round(whole / 360);
}

interface Facet {
  readonly nodes: readonly [number, number, number];
  readonly d: string;
}

/** Triangles towards the viewer, the farthest first. */
export function facing(triangles: Iterable<readonly [number, number, number]>, at: readonly Projected[]): Facet[] {
  const seen: (Facet & { readonly depth: number })[] = [];
  for (const nodes of triangles) {
    const [p, q, r] = [at[nodes[0]]!, at[nodes[1]]!, at[nodes[2]]!];
    if ((q.x - p.x) * (r.y - p.y) >= (q.y - p.y) * (r.x - p.x)) continue;
    seen.push({ nodes, d: polygon([p, q, r]), depth: p.depth + q.depth + r.depth });
  }
  return seen.sort((first, second) => first.depth - second.depth);
}

/** The triangles of a mesh, as it is cut. */
export function Facets({ facets }: { readonly facets: readonly Facet[] }) {
  return facets.map(({ nodes: [a, b, c], d }) => <path key={`${a},${b},${c}`} className="facet" d={d} />);
}

const GRID = Array.from({ length: 9 }, (_, i) => -0.8 + 0.2 * i);

const segment = (a: Projected, b: Projected): string => `M${a.x.toFixed(1)},${a.y.toFixed(1)}L${b.x.toFixed(1)},${b.y.toFixed(1)}`;

function polygon(points: readonly Projected[]): string {
  return `${points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("")}Z`;
}

function boxOf(places: readonly Place[]): { readonly centre: Place; readonly extent: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const place of places)
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis]!, place[axis]!);
      high[axis] = Math.max(high[axis]!, place[axis]!);
    }
  const middle = (axis: number) => (low[axis]! + high[axis]!) / 2;
  return { centre: [middle(0), middle(1), middle(2)], extent: Math.max(...high.map((value, axis) => value - low[axis]!)) };
}
