/**
 * The body as it is under some gravity, as clay, with the shape without gravity as a dashed outline and arrows from what is seen to it; or
 * the meshes of both, as they are cut. Drag to turn.
 */
import { useMemo } from "react";
import type { Gaze, Place } from "../soft/projection.js";
import { type edgesOf, outlinePath } from "../soft/skin.js";
import type { Solid } from "../soft/solid-canvas.js";
import { Facets, facing, type Look, TurnedPicture } from "../soft/turned-picture.js";
import { ArrowMark } from "../ui/arrow-mark.js";

/** About so many arrows are drawn. */
const ARROWS = 60;

interface ShapesPictureProps {
  /** Outward. */
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly observed: readonly Place[];
  /** Without gravity, differences enlarged as in `shape`. */
  readonly rest: readonly Place[];
  /** The shape that is drawn. */
  readonly shape: readonly Place[];
  readonly solid: Solid | undefined;
  /** Of which the outline of the shape without gravity is made, and where their vertices are. */
  readonly edges: ReturnType<typeof edgesOf>;
  readonly outline: Float64Array;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function ShapesPicture({ triangles, observed, rest, shape, solid, edges, outline, gaze, onGaze }: ShapesPictureProps) {
  const vertex = (k: number): Place => [outline[3 * k]!, outline[3 * k + 1]!, outline[3 * k + 2]!];
  const surface = useMemo(() => [...new Set(triangles.flat())], [triangles]);
  const across = useMemo(() => {
    const along = (axis: 0 | 1 | 2) =>
      Math.max(...observed.map((place) => place[axis])) - Math.min(...observed.map((place) => place[axis]));
    return 1.6 * Math.max(along(0), along(1), along(2));
  }, [observed]);
  return (
    <TurnedPicture
      className="shapes-picture"
      label="The body under gravity, and as it would be without"
      places={observed}
      table={1.4}
      across={across}
      gaze={gaze}
      onGaze={onGaze}
      {...(solid === undefined ? {} : { solid })}
    >
      {(look) => (
        <>
          {solid === undefined ? (
            <>
              <Facets facets={facing(triangles, shape.map(look.to))} />
              <path
                className="wire"
                d={facing(triangles, observed.map(look.to))
                  .map(({ d }) => d)
                  .join("")}
              />
            </>
          ) : (
            <Ways look={look} triangles={triangles} surface={surface} from={shape} to={rest} />
          )}
          <path className="without" d={outlinePath(edges, (k) => look.to(vertex(k)))} />
        </>
      )}
    </TurnedPicture>
  );
}

interface WaysProps {
  readonly look: Look;
  readonly triangles: ShapesPictureProps["triangles"];
  /** Nodes of the surface. */
  readonly surface: readonly number[];
  readonly from: readonly Place[];
  readonly to: readonly Place[];
}

/** Arrows from where nodes of the near side are to where they would be. */
function Ways({ look, triangles, surface, from, to }: WaysProps) {
  const near = new Set(facing(triangles, from.map(look.to)).flatMap(({ nodes }) => [...nodes]));
  const every = Math.max(1, Math.round(near.size / ARROWS));
  return surface
    .filter((node) => near.has(node))
    .filter((_, i) => i % every === 0)
    .map((node) => {
      const [a, b] = [look.to(from[node]!), look.to(to[node]!)];
      return <ArrowMark key={node} className="ink way" width={1.2} from={[a.x, a.y]} to={[b.x, b.y]} />;
    });
}
