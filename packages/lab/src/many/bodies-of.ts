/** The bodies of an impact as the study tells them: where they are, who touches whom, and the points that outlines go around. */
import type { Scene } from "@carom/figures/geometry";
import type { Shape } from "carom/mechanics";
import type { ImpactResult, ImpactStudy } from "carom/study";
import { useEffect, useState } from "react";

export type Triple = readonly [number, number, number];

/** A shape in the world. */
export interface PlacedShape {
  readonly shape: Shape;
  /** Of its origin, m. */
  readonly position: Triple;
  readonly orientation: readonly [number, number, number, number];
}

/**
 * A result of a problem that is given by its mobility, with the bodies and the names that the study's picture has for them. What the bodies
 * do after it is not known: they have no velocity there.
 */
export function withPicture(result: ImpactResult, study: ImpactStudy): ImpactResult {
  const picture = pictureOf(study);
  if (picture === undefined || result.bodies !== undefined || picture.contacts.length !== result.problem.contacts.length) return result;
  const still = { velocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;
  const bodies = Object.entries(picture.bodies).map(
    ([name, { position }]) => [name, { position, before: still, after: still, change: still }] as const,
  );
  return { ...result, bodies: Object.fromEntries(bodies), contacts: picture.contacts } as unknown as ImpactResult;
}

/** Balls of the picture are as large as it says: contacts alone do not tell of a ball that touches once. */
export function withRadii(scene: Scene | undefined, study: ImpactStudy): Scene | undefined {
  const drawn = pictureOf(study)?.bodies;
  if (scene === undefined || drawn === undefined) return scene;
  const bodies = scene.bodies.map((body) => {
    const shape = drawn[body.name]?.shape;
    return shape?.type === "sphere" ? { ...body, radius: shape.radius } : body;
  });
  return { ...scene, bodies };
}

const pictureOf = (study: ImpactStudy) => ("picture" in study ? study.picture : undefined);
const bodiesOf = (study: ImpactStudy) => ("bodies" in study ? study.bodies : undefined);

/** Of everything that has a shape and is no ball: balls are drawn as circles. */
function shapesOf(study: ImpactStudy): ReadonlyMap<string, PlacedShape> {
  const shapes = new Map<string, PlacedShape>();
  for (const [name, body] of Object.entries(pictureOf(study)?.bodies ?? bodiesOf(study) ?? {})) {
    if (typeof body !== "object" || !("shape" in body) || body.shape === undefined || body.shape.type === "sphere") continue;
    const { shape, position, orientation = [0, 0, 0, 1] } = body;
    shapes.set(name, { shape: shape as Shape, position, orientation });
  }
  return shapes;
}

/** Points around which the outline of each body lies, world axes, m. Shapes are read when there are some that are no balls. */
export function useOutlines(study: ImpactStudy): ReadonlyMap<string, readonly Triple[]> {
  const [outlines, setOutlines] = useState<ReadonlyMap<string, readonly Triple[]>>(new Map());
  const picture = pictureOf(study);
  const bodies = bodiesOf(study);
  useEffect(() => {
    const shapes = shapesOf(study);
    let wanted = true;
    if (shapes.size === 0) setOutlines(new Map());
    else
      import("./shape-points.js").then(({ pointsOf }) => {
        if (wanted) setOutlines(new Map([...shapes].map(([name, shape]) => [name, pointsOf(shape)])));
      });
    return () => {
      wanted = false;
    };
  }, [picture, bodies]);
  return outlines;
}

/** The convex outline of points in a plane, in order. */
export function outlineOf(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
