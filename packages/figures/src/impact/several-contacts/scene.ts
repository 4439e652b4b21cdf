/**
 * Where the contacts of an impact are, what flows through them, and the bodies that they join as far as the result tells: what pictures of the bodies are
 * drawn from.
 */
import type { ImpactResult } from "carom/study";

export type Vector = readonly [number, number, number];

/** A result that also tells where its bodies are and which of them each contact joins. */
export type PlacedResult = ImpactResult & {
  readonly bodies?: Readonly<Record<string, { readonly position?: Vector }>>;
  readonly contacts?: readonly { readonly between?: readonly [string, string] }[];
};

export interface SceneBody {
  readonly name: string;
  readonly position: Vector;
  /** Of a ball, m: every normal runs through the centre, at one distance. Absent: of another shape. */
  readonly radius?: number;
  readonly velocity: Vector;
}

export interface SceneContact {
  readonly index: number;
  readonly point: Vector;
  readonly normal: Vector;
  /** Along the surface. */
  readonly tangent: Vector;
  /** On the body it is drawn on: the first one, or the one that moves, N s. */
  readonly impulse: Vector;
  readonly magnitude: number;
  /** The bodies that move, by place in the scene's list: two where it joins them, one at a fixed body, none where bodies are not known. */
  readonly bodies: readonly number[];
}

export interface Scene {
  readonly planar: boolean;
  readonly contacts: readonly SceneContact[];
  readonly bodies: readonly SceneBody[];
}

/** Undefined where the problem does not say where its contacts are. */
export function sceneOf(result: PlacedResult): Scene | undefined {
  const { problem, outcome } = result;
  const { places, dimension } = problem;
  if (places === undefined || places.length !== problem.contacts.length) return undefined;
  const names = Object.entries(result.bodies ?? {}).flatMap(([name, { position }]) => (position === undefined ? [] : [name]));
  const contacts = places.map(({ point, axes }, index): SceneContact => {
    const between = result.contacts?.[index]?.between ?? [];
    const moving = between.map((name) => names.indexOf(name)).filter((place) => place >= 0);
    // A contact whose first body is fixed shows the impulse on the other one.
    const sign = moving.length === 1 && names[moving[0]] === between[1] ? -1 : 1;
    const components = outcome.impulse.slice(index * dimension, (index + 1) * dimension);
    const impulse = spatial(sum(axes.map((axis, k) => axis.map((value) => sign * value * components[k]))));
    return {
      index,
      point: spatial(point),
      normal: spatial(axes[dimension - 1]),
      tangent: spatial(axes[0]),
      impulse,
      magnitude: Math.hypot(...impulse),
      bodies: moving,
    };
  });
  const bodies = names.map((name, place): SceneBody => {
    const { position, after } = result.bodies![name];
    const radius = ballRadius(
      position,
      contacts.filter((contact) => contact.bodies.includes(place)),
    );
    return { name, position: position, velocity: after.velocity, ...(radius === undefined ? {} : { radius }) };
  });
  return { planar: dimension === 2, contacts, bodies };
}

function sum(vectors: readonly (readonly number[])[]): number[] {
  return vectors[0].map((_, k) => vectors.reduce((total, vector) => total + vector[k], 0));
}

/** A planar vector lies in the plane of x and y. */
function spatial([x = 0, y = 0, z = 0]: readonly number[]): Vector {
  return [x, y, z];
}

/** Differences below this fraction of the radius are rounding of positions. */
const ROUND = 1e-6;

function ballRadius(position: Vector, contacts: readonly SceneContact[]): number | undefined {
  if (contacts.length === 0) return undefined;
  const arms = contacts.map(({ point }) => subtract(point, position));
  const radius = Math.hypot(...arms[0]);
  const round = arms.every((arm, i) => {
    const { normal } = contacts[i];
    const along = Math.abs(arm[0] * normal[0] + arm[1] * normal[1] + arm[2] * normal[2]);
    return Math.abs(Math.hypot(...arm) - radius) <= ROUND * radius && radius - along <= ROUND * radius;
  });
  return round && radius > 0 ? radius : undefined;
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
