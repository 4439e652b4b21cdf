/**
 * The path of the sliding velocity, over the flow of the equation that drives it. The start is in the user's hand.
 *
 * A planar contact slides along a line; its picture is tangent velocity against normal velocity.
 */
import {
  type Box,
  createPlacer,
  linePath,
  type Point,
  type Sample,
  samplesOf,
  type Track,
  textWidth,
  type VelocityPlane,
  velocityPlane,
} from "@carom/figures/geometry";
import type { InvariantDirection } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { useRef } from "react";
import { useSize } from "../ui/use-size.js";
import type { At } from "./cursor.js";
import { Ground, Rays } from "./hodograph-ground.js";
import { Knob, knobBoxes, startPoint } from "./hodograph-knob.js";
import { LawMark } from "./law-mark.js";
import type { Inspected, LawResult } from "./model.js";
import "./hodograph.css";

export interface HodographProps {
  readonly inspected: Inspected;
  readonly at: At | undefined;
  /** The start is being changed: axes stay as they are. */
  readonly holding: boolean;
  /** New contact velocity: tangents and, in a planar picture, normal. */
  readonly onStart: (velocity: readonly number[]) => void;
  readonly onSettle: () => void;
}

const NONE: readonly InvariantDirection[] = [];
/** Where the words of the ray would stand on those of the axis. */
const alongTangent = ({ direction: [x, y] }: InvariantDirection) => x > 0 && Math.abs(y) < 0.12 * x;

/** In steps, so that the words of the rays do not move with every pixel of a drag. */
const roughly = ([x, y]: Point): string => `${24 * Math.round(x / 24)} ${24 * Math.round(y / 24)}`;

type Place = (sample: Pick<Sample, "slip" | "normalVelocity">) => Point;

export function Hodograph({ inspected, at, holding, onStart, onSettle }: HodographProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const { problem, chosen, results, analysis } = inspected;
  const planar = problem.dimension === 2;
  const rays = !planar && chosen.track?.springs !== true ? (analysis?.invariantDirections ?? NONE) : NONE;
  const plane = usePlane(size, problem, chosen.track, planar, holding);
  return (
    <div className="hodograph" ref={element}>
      {plane !== undefined && (
        <svg width={plane.frame.width} height={plane.frame.height} aria-label="Path of the sliding velocity">
          <Ground problem={problem} plane={plane} planar={planar} crowded={rays.some(alongTangent)} />
          <Rays plane={plane} directions={rays} knob={roughly(startPoint(plane, problem))} />
          <Paths plane={plane} planar={planar} problem={problem} chosen={chosen} results={results} at={at} />
          <Knob plane={plane} planar={planar} problem={problem} onStart={onStart} onSettle={onSettle} />
        </svg>
      )}
    </div>
  );
}

/** Follows the path, but not while the start is held. */
function usePlane(
  size: { readonly width: number; readonly height: number } | undefined,
  problem: ContactProblem,
  track: Track | undefined,
  planar: boolean,
  holding: boolean,
): VelocityPlane | undefined {
  const kept = useRef<{ readonly key: string; readonly plane: VelocityPlane }>(undefined);
  if (size === undefined || size.width < 40) return undefined;
  const key = `${size.width} ${size.height}`;
  if (holding && kept.current?.key === key) return kept.current.plane;
  const frame: Box = { x: 0, y: 0, width: size.width, height: size.height };
  const normal = problem.velocity[problem.dimension - 1];
  const start = planar ? ([problem.velocity[0], normal] as const) : ([problem.velocity[0], problem.velocity[1]] as const);
  const shown =
    track === undefined ? [] : samplesOf(track).map(({ slip, normalVelocity }) => (planar ? ([slip[0], normalVelocity] as const) : slip));
  const plane = velocityPlane(frame, [start, ...shown], Math.abs(normal) || 1);
  const before = kept.current?.plane;
  // Within a few per cent the axes stay: a slider that moves something else should not shake them.
  if (
    before !== undefined &&
    kept.current?.key === key &&
    Math.abs(plane.scale / before.scale - 1) < 0.02 &&
    near(plane.origin, before.origin)
  )
    return before;
  kept.current = { key, plane };
  return plane;
}

const near = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 6;

const STILL = 3;

interface PathsProps {
  readonly plane: VelocityPlane;
  readonly planar: boolean;
  readonly problem: ContactProblem;
  readonly chosen: LawResult;
  readonly results: readonly LawResult[];
  readonly at: At | undefined;
}

function Paths({ plane, planar, problem, chosen, results, at }: PathsProps) {
  const place: Place = ({ slip, normalVelocity }) => plane.toPixels(planar ? [slip[0], normalVelocity] : slip);
  const { track } = chosen;
  if (track === undefined) return null;
  const end = place(track.end);
  const others = results.slice(1).flatMap((result) => (result.track === undefined ? [] : [{ ...result, track: result.track }]));
  return (
    <>
      {others
        .filter(({ samePath }) => samePath !== chosen.samePath || !samePath)
        .map(({ law, track: other }) => (
          <path key={law} className="other-path" d={linePath(samplesOf(other).map(place))} />
        ))}
      {track.stretches.map((stretch, i) => (
        <path key={i} className={`slip-path ${stretch.phase} ${stretch.mode}`} d={linePath(stretch.samples.map(place))} />
      ))}
      {others.map(({ law, mark, track: other }) => (
        <LawMark key={law} shape={mark} at={place(other.end)} filled={false} />
      ))}
      <circle className={`end-disc ${track.stuckAtEnd ? "stick" : "slip"}`} cx={end[0]} cy={end[1]} r="6" />
      <Events plane={plane} track={track} place={place} problem={problem} />
      {at !== undefined && <circle className="cursor-dot" cx={place(at)[0]} cy={place(at)[1]} r="5" />}
    </>
  );
}

interface Group {
  readonly at: Point;
  readonly rows: { readonly letter: string; readonly text: string; readonly className: string }[];
}

/** Letters and words where something happens, off the path and off each other. */
function Events({
  plane,
  track,
  place,
  problem,
}: {
  readonly plane: VelocityPlane;
  readonly track: Track;
  readonly place: Place;
  readonly problem: ContactProblem;
}) {
  const { frame } = plane;
  const start = startPoint(plane, problem);
  const groups: Group[] = [];
  for (const { letter, word, sample } of track.marks) {
    const at = place(sample);
    const isEnd = letter === "r";
    const row = {
      letter,
      text: isEnd ? (track.stuckAtEnd ? "ends stuck" : "end") : word,
      className: isEnd && track.stuckAtEnd ? "stuck" : "",
    };
    const known = groups.find((group) => Math.hypot(group.at[0] - at[0], group.at[1] - at[1]) < STILL);
    if (known === undefined) groups.push({ at, rows: [row] });
    else known.rows.push(row);
  }
  const placer = createPlacer({ x: 4, y: 4, width: frame.width - 8, height: frame.height - 8 });
  const points = samplesOf(track).map(place);
  placer.avoid(points.filter((_, i) => i % 3 === 0 || i === points.length - 1));
  placer.avoid(
    Array.from(
      { length: 16 },
      (_, i): Point => [
        plane.origin[0] + ((start[0] - plane.origin[0]) * i) / 15,
        plane.origin[1] + ((start[1] - plane.origin[1]) * i) / 15,
      ],
    ),
  );
  for (const box of knobBoxes(startPoint(plane, problem), plane.frame)) placer.occupy(box);
  for (const { at } of groups) placer.occupy({ x: at[0] - 8, y: at[1] - 8, width: 16, height: 16 });
  return groups.map(({ at, rows }) => {
    const width = 24 + Math.max(...rows.map(({ text }) => textWidth(text, 13, 500)));
    const height = 20 * rows.length;
    const { box, left } = placer.place(at, width, height);
    const ring = left ? box.x + box.width - 8 : box.x + 8;
    return (
      <g key={rows.map(({ letter }) => letter).join("")} className="event">
        <path className="leader" d={`M${at[0]},${at[1]}L${ring},${box.y + 10}`} />
        {!rows.some(({ letter }) => letter === "r") && <circle className="event-dot" cx={at[0]} cy={at[1]} r="4" />}
        {rows.map(({ letter, text, className }, i) => (
          <g key={letter} className={className}>
            <circle className="letter-ring" cx={ring} cy={box.y + 10 + 20 * i} r="8" />
            <text className="letter" x={ring} y={box.y + 14 + 20 * i} textAnchor="middle">
              {letter}
            </text>
            <text className="words halo" x={left ? ring - 14 : ring + 14} y={box.y + 14.5 + 20 * i} textAnchor={left ? "end" : "start"}>
              {text}
            </text>
          </g>
        ))}
      </g>
    );
  });
}
