/** The hit in space: the bat, the object that flies and tumbles to the target, and the other ways there. Drag to turn. */
import { significant } from "@carom/figures/geometry";
import type { BattingResult, BattingStudy } from "carom/study";
import { useMemo, useState } from "react";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import type { Gaze, Projected } from "../soft/projection.js";
import { type Look, TurnedPicture } from "../soft/turned-picture.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import { useClock } from "../ui/use-clock.js";
import { BOX, boxCorners, type Flying, flyingOf, times } from "./flying.js";
import { cross, dot, plus, UP, type Vector } from "./model.js";

const KEYS: readonly KeyRow[] = [["Space", "plays or pauses"]];
const GHOSTS = 7;
/** Height of the object over that of the picture, at least. */
const SEEN = 0.16;
/** Towards the light. */
const LIGHT: Vector = [-0.4, -0.5, 0.77];

interface SpacePictureProps {
  readonly study: BattingStudy;
  readonly result: BattingResult;
}

export function SpacePicture({ study, result }: SpacePictureProps) {
  const flying = useMemo(() => flyingOf(study, result), [study, result]);
  const clock = useClock(3, 0.45);
  useKeys({ " ": clock.toggle });
  useKeyList(KEYS);
  const [gaze, setGaze] = useState<Gaze>(() => gazeBeside(result));
  const places = useMemo(() => [result.start, result.target, ...(result.path ?? [])], [result]);
  const spread = extentOf(places);
  const enlarged = flying === undefined ? 1 : Math.max(1, (SEEN * spread) / (2 * flying.radius));
  const lowest = Math.min(...places.map((place) => place[2])) - 0.06 * spread;
  return (
    <>
      <div className="scene-stage" data-part={clock.part}>
        <TurnedPicture
          className="space-picture"
          label="The hit and the flight in space"
          places={places}
          table={0.9}
          ground={lowest}
          across={1.25 * spread}
          tall={Math.max(...places.map((place) => place[2])) - lowest + 0.1 * spread}
          gaze={gaze}
          onGaze={setGaze}
        >
          {(look) => (
            <Flight look={look} study={study} result={result} flying={flying} part={clock.part} enlarged={enlarged} lowest={lowest} />
          )}
        </TurnedPicture>
        <p className="corner">{enlarged > 1.05 ? `the object is drawn ${significant(enlarged, 2)} times as large; ` : ""}drag to turn</p>
      </div>
      <div className="transport">
        <button type="button" className="play" onClick={clock.toggle} aria-label={clock.playing ? "Pause" : "Play"}>
          {clock.playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <output className="clock">{flying === undefined ? "no hit reaches it" : `${(clock.part * flying.duration).toFixed(3)} s`}</output>
        <input
          className="along"
          type="range"
          aria-label="Time of the flight"
          min={0}
          max={1}
          step={0.005}
          value={clock.part}
          onChange={(event) => clock.hold(Number(event.currentTarget.value))}
        />
      </div>
    </>
  );
}

/** From the side, a little from behind and above. */
function gazeBeside({ start, target }: BattingResult): Gaze {
  return { yaw: Math.atan2(target[1] - start[1], target[0] - start[0]) + 0.35, pitch: 0.24 };
}

function extentOf(places: readonly Vector[]): number {
  const along = (axis: 0 | 1 | 2) => Math.max(...places.map((place) => place[axis])) - Math.min(...places.map((place) => place[axis]));
  return Math.max(along(0), along(1), along(2));
}

const pathOf = (points: readonly Projected[]): string => `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;

interface FlightProps extends SpacePictureProps {
  readonly look: Look;
  readonly flying: Flying | undefined;
  readonly part: number;
  readonly enlarged: number;
  /** Of the ground, m. */
  readonly lowest: number;
}

function Flight({ look, study, result, flying, part, enlarged, lowest }: FlightProps) {
  const { to, scale } = look;
  const { target, start, path = [], family, gravity, drag } = result;
  const [x, y] = [to(target).x, to(target).y];
  const foot = to([target[0], target[1], lowest]);
  const others =
    drag > 0
      ? []
      : family.map(({ departure, flightTime }) =>
          Array.from({ length: 25 }, (_, i) => {
            const time = (flightTime * i) / 24;
            return to(plus(plus(start, departure, time), UP, -0.5 * gravity * time * time));
          }),
        );
  const now = flying?.pose(part);
  const below = now === undefined ? undefined : to([now.place[0], now.place[1], lowest]);
  return (
    <>
      {others.map((line, i) => (
        <path key={i} className="other-way" d={pathOf(line)} />
      ))}
      {path.length > 1 && <path className="way" d={pathOf(path.map((place) => to(place)))} />}
      <path className="drop-line" d={`M${x},${y}L${foot.x},${foot.y}`} />
      <BatBox look={look} study={study} result={result} />
      {flying !== undefined &&
        Array.from({ length: GHOSTS }, (_, i) => (
          <Thing key={i} look={look} flying={flying} part={i / (GHOSTS - 1)} enlarged={enlarged} className="ghost" />
        ))}
      {below !== undefined && (
        <ellipse
          className="shade"
          cx={below.x}
          cy={below.y}
          rx={flying!.radius * enlarged * scale}
          ry={0.3 * flying!.radius * enlarged * scale}
        />
      )}
      {flying !== undefined && <Thing look={look} flying={flying} part={part} enlarged={enlarged} className="thing" />}
      <g className="ring-mark">
        <circle cx={x} cy={y} r="12" />
        <path d={`M${x - 17},${y}h34M${x},${y - 17}v34`} />
      </g>
      <text className="word strong halo" x={x} y={y - 22} textAnchor="middle">
        target
      </text>
    </>
  );
}

interface ThingProps {
  readonly look: Look;
  readonly flying: Flying;
  readonly part: number;
  readonly enlarged: number;
  readonly className: string;
}

/** The object where it is at a part of the flight, turned as it is. */
function Thing({ look: { to, scale }, flying, part, enlarged, className }: ThingProps) {
  const { place, turn } = flying.pose(part);
  if (flying.corners.length === 0) {
    const { x, y } = to(place);
    return <circle className={className} cx={x} cy={y} r={flying.radius * enlarged * scale} />;
  }
  const corners = flying.corners.map((corner) => plus(place, times(turn, corner), enlarged));
  return <Solid to={to} corners={corners} faces={flying.faces} className={className} />;
}

interface SolidProps {
  readonly to: Look["to"];
  readonly corners: readonly Vector[];
  readonly faces: readonly (readonly number[])[];
  readonly className: string;
}

/** Faces towards the viewer, each as light as it lies. */
function Solid({ to, corners, faces, className }: SolidProps) {
  const at = corners.map(to);
  return (
    <g className={className}>
      {faces.map((face, i) => {
        const [p, q, r] = [at[face[0]!]!, at[face[1]!]!, at[face[2]!]!];
        if ((q.x - p.x) * (r.y - p.y) >= (q.y - p.y) * (r.x - p.x)) return null;
        const normal = cross(plus(corners[face[1]!]!, corners[face[0]!]!, -1), plus(corners[face[2]!]!, corners[face[0]!]!, -1));
        const light = 0.5 + 0.5 * Math.max(0, dot(normal, LIGHT) / (Math.hypot(...normal) || 1));
        return (
          <g key={i}>
            <path className="face" d={`${pathOf(face.map((k) => at[k]!))}Z`} />
            <path className="face-shade" fillOpacity={0.55 * (1 - light)} d={`${pathOf(face.map((k) => at[k]!))}Z`} />
          </g>
        );
      })}
    </g>
  );
}

/** The bat where it strikes: its box, or a plate across the normal. */
function BatBox({ look: { to, extent }, study, result: { frame, contactPoint } }: SpacePictureProps & { readonly look: Look }) {
  const shape = study.bat?.shape;
  const size = shape?.type === "box" ? shape.size : [0.12 * extent, 0.12 * extent, 0.02 * extent];
  const [wide, long, thick] = [...size].sort((a, b) => b - a) as [number, number, number];
  const corners = boxCorners([wide, long, thick]).map((corner) =>
    plus(plus(plus(contactPoint, frame.tangent1, corner[0]), frame.tangent2, corner[1]), frame.normal, corner[2] - thick / 2),
  );
  return <Solid to={to} corners={corners} faces={BOX} className="bat-solid" />;
}
