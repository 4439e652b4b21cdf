/** The bodies of a step, what is marked on them, and the choices of its question as arrows in the picture. */
import { textWidth } from "@carom/figures/geometry";
import { useEffect, useMemo, useState } from "react";
import { Vector3 } from "three";
import type { Moment } from "../player/axis.js";
import { hardestContact } from "../player/run.js";
import { runScene } from "../player/scene/scene.js";
import { useTheme } from "../shell/theme.js";
import { discard, type Stage } from "../stage/stage.js";
import { useStage } from "../stage/use-stage.js";
import { type DrawnMark, marksAt } from "./marks.js";
import type { Told } from "./told.js";

const VIEW = new Vector3(0, -1, 0.12);
/** Room about what moves, for arrows and words, as a part of its size. */
const ROOM = 1.14;
/** A body that strikes where time is open fills this part of the picture's shorter side; that of a lesson about one impact, this. */
const STRIKER = 0.4;
const ALONE = 0.7;
/** A ball fills all of that: it is smaller, so that arrows stand beside it. */
const BALL = 0.36;
/** So much lower than its middle looks the camera then, as a part of its reach: arrows of the choices stand below it. */
const LOWER = 0.14;

type Triple = readonly [number, number, number];
type Point = readonly [number, number];

export interface PictureChoice {
  readonly number: number;
  readonly words: string;
  readonly arrow: Triple | null;
  readonly chosen: boolean;
  /** After the answer: whether this is it. */
  readonly right: boolean;
}

export interface LessonStageProps {
  readonly told: Told;
  readonly moment: Moment;
  readonly marks: readonly string[];
  readonly choices: readonly PictureChoice[];
  readonly onChoose: (number: number) => void;
  /** Letters of the picture, px. */
  readonly letters: number;
}

export function LessonStage({ told, moment, marks, choices, onChoose, letters }: LessonStageProps) {
  const { holder, stage, missing } = useStage(VIEW);
  const theme = useTheme();
  const scene = useMemo(() => (stage === undefined ? undefined : runScene(told.scene, told.run, told.motion)), [stage, told]);
  const [, setTurned] = useState(0);
  /** Of the scene, what is in the picture: marks are as long as they would be in the picture of the whole. */
  const [near, setNear] = useState(1);

  useEffect(() => {
    if (stage === undefined || scene === undefined) return;
    stage.scene.add(scene.group);
    const flat = scene.view.z > 0.9;
    stage.frame(roomy(scene.corners), flat ? scene.view : VIEW);
    const [impact, striker] = [told.run.impacts[told.opened?.impact ?? 0], strikerOf(told)];
    let comes = 1;
    if (impact !== undefined && striker !== undefined && (told.opened !== undefined || told.inspected !== undefined)) {
      scene.show({ time: impact.time }, { trails: true, forces: false, names: false });
      const focus = scene.focus(striker);
      const far = stage.camera.position.distanceTo(stage.controls.target);
      if (focus !== undefined && told.inspected === undefined) stage.approach(focus.center, focus.radius, STRIKER);
      else if (focus !== undefined) {
        stage.approach(
          focus.center.clone().addScaledVector(stage.camera.up, -LOWER * focus.radius),
          focus.radius,
          isBall(told, striker) ? BALL : ALONE,
        );
        comes = stage.camera.position.distanceTo(stage.controls.target) / far;
      }
    }
    setNear(comes);
    const seen = () => setTurned((before) => before + 1);
    stage.controls.addEventListener("change", seen);
    // Marks stand where the camera sees them: another size, another place.
    const observer = new ResizeObserver(seen);
    if (holder.current !== null) observer.observe(holder.current);
    seen();
    return () => {
      observer.disconnect();
      stage.controls.removeEventListener("change", seen);
      discard(scene.group);
    };
  }, [stage, scene, told, holder]);

  const forces = marks.includes("force") || told.inspected === undefined;
  const inside = moment.inside?.part;
  useEffect(() => {
    if (stage === undefined || scene === undefined) return;
    void theme;
    scene.paint(stage.colours);
    scene.show(moment, { trails: true, forces, names: false });
    stage.invalidate();
  }, [stage, scene, theme, moment.time, inside, forces]);

  const radius = useMemo(() => (scene === undefined ? 1 : near * radiusOf(scene.corners)), [scene, near]);
  const drawn = useMemo(
    () => (scene === undefined ? [] : marksAt(told, moment, marks, radius)),
    [scene, told, moment.time, inside, marks, radius],
  );
  const names = told.motion.bodies.join(", ");
  return (
    <>
      {missing ? (
        <p className="stage-note">This browser has no WebGL: sentences, questions and numbers work, the bodies are not drawn.</p>
      ) : (
        <div className="canvas-holder" ref={holder} role="img" aria-label={`The bodies: ${names}`} />
      )}
      {stage !== undefined && scene !== undefined && (
        <Overlay stage={stage} drawn={drawn} told={told} choices={choices} onChoose={onChoose} letters={letters} radius={radius} />
      )}
    </>
  );
}

function isBall({ scene: { bodies } }: Told, name: string): boolean {
  const body = bodies[name];
  return body !== undefined && "shape" in body && body.shape?.type === "sphere";
}

/** A body that moves of the impact that is open, or of the first. */
function strikerOf({ run, opened, motion }: Told): string | undefined {
  const impact = run.impacts[opened?.impact ?? 0];
  return impact === undefined ? undefined : hardestContact(impact).between.find((name) => motion.bodies.includes(name));
}

function roomy(corners: readonly Vector3[]): Vector3[] {
  const middle = middleOf(corners);
  return corners.map((corner) => corner.clone().sub(middle).multiplyScalar(ROOM).add(middle));
}

function middleOf(corners: readonly Vector3[]): Vector3 {
  return corners.reduce((sum, corner) => sum.add(corner), new Vector3()).divideScalar(corners.length || 1);
}

function radiusOf(corners: readonly Vector3[]): number {
  const middle = middleOf(corners);
  return corners.reduce((most, corner) => Math.max(most, corner.distanceTo(middle)), 1e-9);
}

interface OverlayProps extends Omit<LessonStageProps, "marks" | "moment"> {
  readonly stage: Stage;
  readonly drawn: readonly DrawnMark[];
  readonly radius: number;
}

/** Words stand beside their marks, each below the one that it would cover. */
function Overlay({ stage, drawn, told, choices, onChoose, letters, radius }: OverlayProps) {
  stage.camera.updateMatrixWorld();
  const point = new Vector3();
  const at = (place: Triple): Point => stage.project(point.set(...place));
  const room = stage.size.width;
  const place = wordPlacer(letters, room);
  return (
    <svg className="lesson-marks scene-words" aria-hidden="true">
      {drawn.map((mark) => (
        <Mark key={mark.name} mark={mark} at={at} place={place} letters={letters} />
      ))}
      {choices.some(({ arrow }) => arrow !== null) && (
        <Choices told={told} at={at} choices={choices} onChoose={onChoose} letters={letters} radius={radius} room={room} />
      )}
    </svg>
  );
}

type WordPlacer = (x: number, y: number, words: string, anchor: "start" | "end" | "middle") => Point;

/** @param room width of the picture, px */
function wordPlacer(letters: number, room: number): WordPlacer {
  const taken: { x: number; y: number; width: number }[] = [];
  return (x, y, words, anchor) => {
    const width = textWidth(words, letters);
    const wanted = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
    const left = Math.max(8, Math.min(room - width - 8, wanted));
    let top = y;
    while (taken.some((other) => left < other.x + other.width && other.x < left + width && Math.abs(other.y - top) < 1.3 * letters))
      top += 0.5 * letters;
    taken.push({ x: left, y: top, width });
    return [x + left - wanted, top];
  };
}

interface MarkProps {
  readonly mark: DrawnMark;
  readonly at: (place: Triple) => Point;
  readonly place: WordPlacer;
  readonly letters: number;
}

function Mark({ mark, at, place, letters }: MarkProps) {
  const { className, words } = mark;
  if (mark.kind === "sector") {
    const [x, y] = at(mark.foot);
    const rim = mark.rim.map(at);
    const [left] = rim.reduce((best, one) => (one[0] < best[0] ? one : best));
    // Beside it where there is room, else under its foot.
    const beside = left - 18 > textWidth(words, letters);
    const anchor = beside ? "end" : "middle";
    const [wx, wy] = beside ? place(left - 10, y - 2.4 * letters, words, anchor) : place(x, y + 1.8 * letters, words, anchor);
    return (
      <g className={className}>
        <path className="sector" d={`M${x},${y}${rim.map(([u, v]) => `L${u.toFixed(1)},${v.toFixed(1)}`).join("")}Z`} />
        <text x={wx} y={wy} textAnchor={anchor} style={{ fontSize: letters }}>
          {words}
        </text>
      </g>
    );
  }
  const points = mark.kind === "arc" ? mark.points.map(at) : [at(mark.from), at(mark.to)];
  const [tip, foot] = [points[points.length - 1], points[points.length - 2]];
  const right = mark.kind === "arc" || tip[0] >= points[0][0];
  const top = points.reduce((best, one) => (one[1] < best[1] ? one : best));
  const [wx, wy] =
    mark.kind === "arc"
      ? place(top[0], top[1] - 0.8 * letters, words, "middle")
      : place(tip[0] + (right ? 12 : -12), tip[1] + 0.35 * letters, words, right ? "start" : "end");
  return (
    <g className={className}>
      <path className="shaft" d={`M${points.map(([u, v]) => `${u.toFixed(1)},${v.toFixed(1)}`).join("L")}`} />
      <path className="head" d={headOf(foot, tip, letters)} />
      <text x={wx} y={wy} textAnchor={mark.kind === "arc" ? "middle" : right ? "start" : "end"} style={{ fontSize: letters }}>
        {words}
      </text>
    </g>
  );
}

/** Two strokes of an open arrow head. */
function headOf(from: Point, tip: Point, letters: number): string {
  const [dx, dy] = [tip[0] - from[0], tip[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return "";
  const [ux, uy] = [dx / length, dy / length];
  const size = 0.8 * letters;
  const stroke = (sense: 1 | -1) => {
    const [x, y] = [tip[0] - size * (ux * 0.87 - sense * uy * 0.5), tip[1] - size * (uy * 0.87 + sense * ux * 0.5)];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  return `M${stroke(1)}L${tip[0].toFixed(1)},${tip[1].toFixed(1)}L${stroke(-1)}`;
}

interface ChoicesProps extends Pick<LessonStageProps, "told" | "choices" | "onChoose" | "letters"> {
  readonly at: (place: Triple) => Point;
  readonly radius: number;
  /** Width of the picture, px. */
  readonly room: number;
}

/** Open arrows from where the question is asked, with their numbers; the words stand beside the picture. */
function Choices({ told, choices, onChoose, letters, at, radius, room }: ChoicesProps) {
  const impact = told.run.impacts[told.opened?.impact ?? 0];
  if (impact === undefined) return null;
  const { point } = hardestContact(impact);
  const disc = 1.35 * letters;
  const longest = Math.max(5 * disc, Math.min(9 * letters, room / 2 - 1.3 * disc));
  const touch = at(point);
  // Both ends are in the picture, wherever the contact is.
  const foot: Point = [Math.max(longest + 1.3 * disc, Math.min(room - longest - 1.3 * disc, touch[0])), touch[1]];
  const below = foot[1] + 2.2 * disc;
  return choices.map(({ number, arrow, chosen, right }) => {
    const tip = arrow === null ? at(point) : at([point[0] + arrow[0] * radius, point[1] + arrow[1] * radius, point[2] + arrow[2] * radius]);
    const [dx, dy] = [tip[0] - touch[0], tip[1] - touch[1]];
    const length = Math.hypot(dx, dy) || 1;
    const reach = arrow === null ? 0 : longest;
    const [ux, uy] = [dx / length, dy / length];
    const start: Point = [foot[0] + ux * 2.4 * disc, below + uy * 2.4 * disc];
    const end: Point = [foot[0] + ux * (reach - disc - 6), below + uy * (reach - disc - 6)];
    const [x, y]: Point = [foot[0] + ux * reach, below + uy * reach];
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the radio beside the picture is the control; this is its label.
      <g key={number} className={`choice ${chosen ? "chosen" : ""} ${right ? "right" : ""}`} onClick={() => onChoose(number)}>
        {arrow !== null && (
          <>
            <path className="shaft" d={`M${start[0]},${start[1]}L${end[0]},${end[1]}`} />
            <path className="head" d={headOf(start, end, letters)} />
          </>
        )}
        <circle cx={x} cy={y} r={disc} />
        <text x={x} y={y + 0.36 * letters} textAnchor="middle" style={{ fontSize: letters }}>
          {number}
        </text>
      </g>
    );
  });
}
