/** Two shapes of one body over each other: at rest as clay coloured by how far it is from what is seen, and what is seen as wire. Drag to turn. */
import type { Gaze, Place } from "../soft/projection.js";
import { distances, Facets, facing, TurnedPicture } from "../soft/turned-picture.js";

interface ShapesPictureProps {
  /** Outward. */
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly observed: readonly Place[];
  /** The shape that is drawn as clay. */
  readonly shape: readonly Place[];
  /** Length that is coloured fully, m. */
  readonly most: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function ShapesPicture({ triangles, observed, shape, most, gaze, onGaze }: ShapesPictureProps) {
  return (
    <TurnedPicture
      className="shapes-picture"
      label="The body as it is seen, and as it would be without gravity"
      places={observed}
      table={0.9}
      gaze={gaze}
      onGaze={onGaze}
    >
      {({ to }) => (
        <>
          <Facets facets={facing(triangles, shape.map(to))} moved={distances(shape, observed)} most={most} colour="var(--stick)" />
          <path
            className="wire"
            d={facing(triangles, observed.map(to))
              .map(({ d }) => d)
              .join("")}
          />
        </>
      )}
    </TurnedPicture>
  );
}
