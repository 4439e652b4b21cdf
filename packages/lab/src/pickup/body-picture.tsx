/**
 * The body between the fingers: its surface coloured by how far it has moved since rest, the nodes that touch by whether they stick or
 * slip. Drag to turn.
 */
import type { PickupResult, PickupShape } from "carom/study";
import type { Gaze } from "../soft/projection.js";
import type { Solid } from "../soft/solid-canvas.js";
import { distances, Facets, facing, type Look, TurnedPicture } from "../soft/turned-picture.js";

/** Fingers farther towards the viewer than this part of the body stand before it. */
const IN_FRONT = 0.3;

interface BodyPictureProps {
  readonly result: Pick<PickupResult, "surface" | "shapes" | "fingers">;
  /** The skin instead of the surface of the mesh. */
  readonly solid?: Solid;
  readonly shape: PickupShape;
  /** Displacement that is coloured fully, m. */
  readonly most: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function BodyPicture({ result: { surface, shapes, fingers }, solid, shape, most, gaze, onGaze }: BodyPictureProps) {
  const rest = shapes.rest.places;
  const balls = ({ to, scale, extent }: Look, front: boolean) =>
    shape.centres
      .map((place, i) => ({ ...to(place), r: fingers[i]!.radius * scale, key: i }))
      .filter(({ depth }) => depth > IN_FRONT * extent === front)
      .map(({ x, y, r, key }) => <circle key={key} className={front ? "finger front" : "finger"} cx={x} cy={y} r={r} />);
  return (
    <TurnedPicture
      className="pickup-picture"
      label="The body between the fingers"
      places={rest}
      table={1.1}
      gaze={gaze}
      onGaze={onGaze}
      behind={(look) => balls(look, false)}
      {...(solid === undefined ? {} : { solid })}
    >
      {(look) => (
        <>
          {solid === undefined && (
            <Facets
              facets={facing(surface.triangles as Iterable<readonly [number, number, number]>, shape.places.map(look.to))}
              moved={distances(shape.places, rest)}
              most={most}
              colour="var(--kept)"
            />
          )}
          {balls(look, true)}
          {shape.contacts.map(({ node, mode, place }) => {
            const { x, y } = look.to(place);
            return <circle key={node} className={`contact ${mode}`} cx={x} cy={y} r={4.5} />;
          })}
        </>
      )}
    </TurnedPicture>
  );
}
