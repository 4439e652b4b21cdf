/**
 * The body between the fingers, as clay or as its mesh: the nodes that touch by whether they stick or slip, the forces as arrows, and the
 * fingers in the hand. Drag beside them to turn.
 */
import { significant } from "@carom/figures/geometry";
import type { PickupRecord, PickupResult, PickupShape } from "carom/study";
import { type PointerEvent, useRef } from "react";
import type { Gaze, Place } from "../soft/projection.js";
import type { Solid } from "../soft/solid-canvas.js";
import { Facets, facing, type Look, TurnedPicture } from "../soft/turned-picture.js";
import { ArrowMark } from "../ui/arrow-mark.js";

/** Fingers farther towards the viewer than this part of the body stand before it. */
const IN_FRONT = 0.3;
/** The largest force of the run over the size of the body. */
const LONGEST = 0.55;
/** A finger goes one step on by this way, px. */
const STEP = 12;

interface BodyPictureProps {
  readonly result: Pick<PickupResult, "surface" | "shapes" | "fingers" | "body">;
  /** Absent: the mesh itself is drawn. */
  readonly solid: Solid | undefined;
  readonly shape: PickupShape;
  readonly record: PickupRecord;
  /** The largest force of a finger in the run, N. */
  readonly most: number;
  readonly gaze: Gaze;
  readonly onGaze: (gaze: Gaze) => void;
  /** Pulls a finger so many steps in or up from where it was taken. */
  readonly onPull: (steps: number, begins: boolean) => void;
}

const plus = (a: Place, factor: number, b: readonly number[]): Place => [
  a[0] + factor * b[0]!,
  a[1] + factor * b[1]!,
  a[2] + factor * b[2]!,
];

export function BodyPicture({ result, solid, shape, record, most, gaze, onGaze, onPull }: BodyPictureProps) {
  const { surface, shapes, fingers, body } = result;
  const rest = shapes.rest.places;
  const centres = shape.centres;
  const balls = ({ to, scale, extent }: Look, front: boolean) =>
    centres
      .map((place, i) => ({ ...to(place), r: fingers[i]!.radius * scale, key: i }))
      .filter(({ depth }) => depth > IN_FRONT * extent === front)
      .map(({ x, y, r, key }) => <circle key={key} className={front ? "finger front" : "finger"} cx={x} cy={y} r={r} />);
  const radius = Math.max(...fingers.map((finger) => finger.radius));
  return (
    <TurnedPicture
      className="pickup-picture"
      label="The body between the fingers"
      places={rest}
      table={1.6}
      across={extentOf(rest) + 5 * radius}
      gaze={gaze}
      onGaze={onGaze}
      behind={(look) => (
        <>
          <defs>
            <radialGradient id="finger-light" cx="0.36" cy="0.3" r="0.75">
              <stop className="lit" offset="0" />
              <stop className="unlit" offset="1" />
            </radialGradient>
          </defs>
          {balls(look, false)}
        </>
      )}
      {...(solid === undefined ? {} : { solid })}
    >
      {(look) => (
        <>
          {solid === undefined && (
            <Facets facets={facing(surface.triangles as Iterable<readonly [number, number, number]>, shape.places.map(look.to))} />
          )}
          {balls(look, true)}
          <Forces look={look} shape={shape} record={record} fingers={fingers} weight={body.weight} most={most} />
          {shape.contacts.map(({ node, mode, place }) => {
            const { x, y } = look.to(place);
            return <circle key={node} className={`contact ${mode}`} cx={x} cy={y} r={4.5} />;
          })}
          {centres.map((centre, i) => (
            <Handle key={i} look={look} centre={centre} finger={fingers[i]!} record={record} says={i === 0} onPull={onPull} />
          ))}
        </>
      )}
    </TurnedPicture>
  );
}

function extentOf(places: readonly Place[]): number {
  const across = (axis: 0 | 1 | 2) => Math.max(...places.map((place) => place[axis])) - Math.min(...places.map((place) => place[axis]));
  return Math.max(across(0), across(1), across(2));
}

interface ForcesProps {
  readonly look: Look;
  readonly shape: PickupShape;
  readonly record: PickupRecord;
  readonly fingers: PickupResult["fingers"];
  readonly weight: number;
  readonly most: number;
}

/** What each finger and the weight do to the body. */
function Forces({ look: { to, extent }, shape, record, fingers, weight, most }: ForcesProps) {
  const scale = (LONGEST * extent) / Math.max(most, weight);
  const middle = [0, 1, 2].map(
    (axis) => shape.places.reduce((sum, place) => sum + place[axis]!, 0) / shape.places.length,
  ) as unknown as Place;
  const [from, down] = [to(middle), to(plus(middle, -scale * weight, [0, 0, 1]))];
  return (
    <>
      {shape.centres.map((centre, i) => {
        const { direction, radius } = fingers[i]!;
        const force = record.fingerForces[i]!;
        if (Math.hypot(...force) < 0.02 * most) return null;
        const tip = plus(centre, radius, direction);
        const [tail, head] = [to(plus(tip, -scale, force)), to(tip)];
        return (
          <g key={i}>
            <ArrowMark className="stick-ink" width={4} from={[tail.x, tail.y]} to={[head.x, head.y]} />
            <text className="word strong stick halo" x={(tail.x + head.x) / 2} y={Math.max(tail.y, head.y) + 22} textAnchor="middle">
              {forceWords(record.squeeze[i]!, force[2])}
            </text>
          </g>
        );
      })}
      <ArrowMark className="ink" width={4} from={[from.x, from.y]} to={[down.x, down.y]} />
      <text className="word strong halo" x={down.x} y={down.y + 20} textAnchor="middle">
        {significant(weight, 3)} N
      </text>
    </>
  );
}

function forceWords(push: number, up: number): string {
  const lifts = Math.abs(up) > 0.005 * Math.abs(push) ? `, ${significant(Math.abs(up), 2)} N ${up > 0 ? "up" : "down"}` : "";
  return `${significant(push, 3)} N in${lifts}`;
}

interface HandleProps {
  readonly look: Look;
  readonly centre: Place;
  readonly finger: PickupResult["fingers"][number];
  readonly record: PickupRecord;
  /** How deep; the other one says how high. */
  readonly says: boolean;
  readonly onPull: BodyPictureProps["onPull"];
}

/** A finger in the hand: inwards squeezes, upwards lifts, the other way takes it back. */
function Handle({ look: { to }, centre, finger, record, says, onPull }: HandleProps) {
  const held = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const outer = to(plus(centre, -1.35 * finger.radius, finger.direction));
  const inwards = to(centre).x >= outer.x ? 1 : -1;
  const move = (event: PointerEvent) => {
    const from = held.current;
    if (from === undefined) return;
    event.stopPropagation();
    const [inside, up] = [inwards * (event.clientX - from.x), from.y - event.clientY];
    onPull(Math.round((Math.abs(up) > Math.abs(inside) ? up : inside) / STEP), false);
  };
  const text = says ? `squeezed ${significant(1e3 * record.depth, 3)} mm` : `up ${significant(1e3 * record.height, 3)} mm`;
  return (
    <g
      className="finger-handle"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, y: event.clientY };
        onPull(0, true);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        held.current = undefined;
      }}
      onPointerCancel={() => {
        held.current = undefined;
      }}
    >
      <ArrowMark className="ink" width={1.6} from={[outer.x + 8 * inwards, outer.y]} to={[outer.x + 30 * inwards, outer.y]} />
      <ArrowMark className="ink" width={1.6} from={[outer.x, outer.y - 8]} to={[outer.x, outer.y - 30]} />
      <circle className="touch" cx={outer.x} cy={outer.y} r="22" />
      <circle className="disc" cx={outer.x} cy={outer.y} r="6.5" />
      <text className="word strong halo" x={outer.x + 22 * inwards} y={outer.y + 38} textAnchor={inwards > 0 ? "end" : "start"}>
        {text}
      </text>
    </g>
  );
}
