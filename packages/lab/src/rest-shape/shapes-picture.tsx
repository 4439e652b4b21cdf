/**
 * Two shapes of one body over each other: at rest as clay coloured by how far it is from what is seen, and what is seen as wire. Drag to
 * turn.
 */
import type { Gaze, Place } from "../soft/projection.js";
import { type edgesOf, outlinePath } from "../soft/skin.js";
import type { Solid } from "../soft/solid-canvas.js";
import { distances, Facets, facing, TurnedPicture } from "../soft/turned-picture.js";

interface ShapesPictureProps {
  /** Outward. */
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly observed: readonly Place[];
  /** The shape that is drawn as clay. */
  readonly shape: readonly Place[];
  /** Length that is coloured fully, m. */
  readonly most: number;
  /** The skin instead of the surface of the mesh, and the edges of which the outline of what is seen is made. */
  readonly skin?: { readonly solid: Solid; readonly edges: ReturnType<typeof edgesOf> };
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function ShapesPicture({ triangles, observed, shape, most, skin, gaze, onGaze }: ShapesPictureProps) {
  const seen = (vertex: number): Place => {
    const from = skin!.solid.from.subarray(3 * vertex, 3 * vertex + 3);
    return [from[0]!, from[1]!, from[2]!];
  };
  return (
    <TurnedPicture
      className="shapes-picture"
      label="The body as it is seen, and as it would be without gravity"
      places={observed}
      table={0.9}
      gaze={gaze}
      onGaze={onGaze}
      {...(skin === undefined ? {} : { solid: skin.solid })}
    >
      {({ to }) =>
        skin !== undefined ? (
          <path className="wire outline" d={outlinePath(skin.edges, (vertex) => to(seen(vertex)))} />
        ) : (
          <>
            <Facets facets={facing(triangles, shape.map(to))} moved={distances(shape, observed)} most={most} colour="var(--stick)" />
            <path
              className="wire"
              d={facing(triangles, observed.map(to))
                .map(({ d }) => d)
                .join("")}
            />
          </>
        )
      }
    </TurnedPicture>
  );
}
