/** The body between the fingers: its surface coloured by how far it has moved since rest, the nodes that touch by whether they stick or slip. Drag to turn. */
import type { PickupResult, PickupShape } from "carom/study";
import type { Gaze } from "../soft/projection.js";
import { distances, Facets, facing, TurnedPicture } from "../soft/turned-picture.js";

/** Fingers farther towards the viewer than this part of the body stand before it. */
const IN_FRONT = 0.3;

interface BodyPictureProps {
  readonly result: PickupResult;
  readonly shape: PickupShape;
  /** Displacement that is coloured fully, m. */
  readonly most: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
}

export function BodyPicture({ result: { surface, shapes, fingers }, shape, most, gaze, onGaze }: BodyPictureProps) {
  const rest = shapes.rest.places;
  return (
    <TurnedPicture className="pickup-picture" label="The body between the fingers" places={rest} table={1.1} gaze={gaze} onGaze={onGaze}>
      {({ to, scale, extent }) => {
        const balls = shape.centres.map((place, i) => ({ ...to(place), r: fingers[i]!.radius * scale, key: i }));
        const draw = (front: boolean) =>
          balls
            .filter(({ depth }) => depth > IN_FRONT * extent === front)
            .map(({ x, y, r, key }) => <circle key={key} className={front ? "finger front" : "finger"} cx={x} cy={y} r={r} />);
        return (
          <>
            {draw(false)}
            <Facets
              facets={facing(surface.triangles as Iterable<readonly [number, number, number]>, shape.places.map(to))}
              moved={distances(shape.places, rest)}
              most={most}
              colour="var(--kept)"
            />
            {draw(true)}
            {shape.contacts.map(({ node, mode, place }) => {
              const { x, y } = to(place);
              return <circle key={node} className={`contact ${mode}`} cx={x} cy={y} r={4.5} />;
            })}
          </>
        );
      }}
    </TurnedPicture>
  );
}
