/**
 * Handles and words over the picture. What they are is drawn by React; where they are follows the camera, drawing by drawing, without it.
 */
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import type { Vector3 } from "three";
import type { DrawnLine, Handle } from "../hands/handle.js";

/** Words at a place of the scene. */
export interface Mark {
  readonly key: string;
  readonly at: Vector3;
  readonly words: readonly [string, string?];
  readonly className: string;
}

export interface OverlayControl {
  /** To be called before every drawing. */
  place(): void;
}

interface OverlayProps {
  readonly handles: readonly Handle[];
  readonly marks: readonly Mark[];
  /** Measured places: open circles. */
  readonly dots: readonly Vector3[];
  readonly project: (point: Vector3) => readonly [number, number];
  readonly control: RefObject<OverlayControl | null>;
  readonly onGrab: (handle: Handle, event: PointerEvent<SVGGElement>) => void;
  readonly onKey: (handle: Handle, event: KeyboardEvent<SVGGElement>) => void;
}

const path = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

/** The two strokes at the end of an arrow. */
function headOf(points: readonly (readonly [number, number])[]): string {
  const tip = points[points.length - 1];
  const before = [...points].reverse().find(([x, y]) => Math.hypot(tip[0] - x, tip[1] - y) > 5);
  if (before === undefined) return "";
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  // Short of the knob, so that it is seen.
  const [x, y] = [tip[0] - 9 * Math.cos(angle), tip[1] - 9 * Math.sin(angle)];
  const wing = (side: number) => [x - 10 * Math.cos(angle + side), y - 10 * Math.sin(angle + side)] as const;
  return path([wing(0.5), [x, y], wing(-0.5)]);
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

interface Wording {
  /** Of the point they belong to, px. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What they belong to is at the right of the point: they stand at its left, if they can. */
  readonly leftwards: boolean;
}

/** A place for words beside their point, where nothing else stands and the picture does not end. */
function free(
  { x, y, width, height, leftwards }: Wording,
  taken: readonly Box[],
  room: { width: number; height: number },
): Box | undefined {
  const boxAt = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
  const sides = leftwards ? [x - 18 - width, x + 18] : [x + 18, x - 18 - width];
  const places: readonly (readonly [number, number])[] = [
    ...sides.map((left) => [left, y - height / 2] as const),
    [x - width / 2, y - 18 - height],
    [x - width / 2, y + 18],
    ...[34, 54, 76, 100, 128].flatMap((away) =>
      sides.flatMap((left): [number, number][] => [
        [left, y - away - height / 2],
        [left, y + away - height / 2],
      ]),
    ),
  ];
  const fits = ({ left, right, top, bottom }: Box) => left >= 6 && right <= room.width - 6 && top >= 2 && bottom <= room.height - 2;
  const boxes = places.map(([left, top]) => boxAt(left, top));
  return boxes.find((box) => fits(box) && !taken.some((other) => meets(box, other)));
}

interface Surroundings {
  readonly room: { readonly width: number; readonly height: number };
  /** Of what stands over the picture already. */
  readonly boxes: readonly Box[];
}

/**
 * How large the picture is and what stands over it. Asking the page would make it lay itself out anew in the middle of every frame: it is
 * asked when one of them has changed its size.
 * @param changed is told then
 */
function useSurroundings(changed: () => void): RefObject<(root: SVGSVGElement) => Surroundings> {
  const watched = useRef(new Set<Element>());
  const known = useRef<Surroundings>(undefined);
  const observer = useRef<ResizeObserver>(undefined);
  const told = useRef(changed);
  told.current = changed;
  useEffect(() => () => observer.current?.disconnect(), []);
  return useRef((root: SVGSVGElement) => {
    observer.current ??= new ResizeObserver(() => {
      known.current = measured(root, watched.current);
      told.current();
    });
    const around = [root, ...root.parentElement!.querySelectorAll(".view-sentence, .dock, .build-files")];
    const isNew = around.some((element) => !watched.current.has(element)) || watched.current.size > around.length;
    if (isNew) {
      observer.current.disconnect();
      watched.current = new Set(around);
      for (const element of around) observer.current.observe(element);
      known.current = undefined;
    }
    known.current ??= measured(root, watched.current);
    return known.current;
  });
}

function measured(root: SVGSVGElement, around: ReadonlySet<Element>): Surroundings {
  const frame = root.getBoundingClientRect();
  const boxes = [...around].flatMap((element): Box[] => {
    if (element === root) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [{ left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }];
  });
  return { room: { width: root.clientWidth, height: root.clientHeight }, boxes };
}

export const Overlay = memo(function Overlay({ handles, marks, dots, project, control, onGrab, onKey }: OverlayProps) {
  const svg = useRef<SVGSVGElement>(null);
  const state = useRef({ handles, marks, dots, project });
  state.current = { handles, marks, dots, project };

  const surroundings = useSurroundings(() => place.current());
  const place = useRef(() => {
    const root = svg.current;
    if (root === null) return;
    const now = state.current;
    const parts = root.querySelectorAll(":scope > .handle");
    root.querySelectorAll(".measured-dot").forEach((dot, i) => {
      const [x, y] = now.project(now.dots[i]);
      dot.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    });
    const { room, boxes } = surroundings.current(root);
    const taken = [...boxes];
    const places = now.handles.map(({ at }) => now.project(at));
    for (const [x, y] of places) taken.push({ left: x - 13, right: x + 13, top: y - 13, bottom: y + 13 });
    now.handles.forEach((handle, i) => {
      placeHandle(parts[i], handle, places[i], now.project);
    });
    const words = [...root.querySelectorAll<SVGTextElement>(".handle-words, .mark-words")];
    const spots = [
      ...now.handles.flatMap(({ words: said, lines }, i) =>
        said === undefined ? [] : [[...places[i], isLeftOf(places[i][0], lines)] as const],
      ),
      ...now.marks.map(({ at }) => [...now.project(at), false] as const),
    ];
    /** Whether a knob is at the left of what it belongs to. */
    function isLeftOf(x: number, lines: readonly DrawnLine[]): boolean {
      const points = lines[0]?.points ?? [];
      return points.reduce((sum, point) => sum + now.project(point)[0] - x, 0) > 4 * points.length;
    }
    words.forEach((text, i) => {
      const [x, y, leftwards] = spots[i] ?? [0, 0, false];
      // Of what is out of sight nothing is said.
      const seen = x >= 0 && x <= room.width && y >= 0 && y <= room.height;
      text.parentElement!.toggleAttribute("data-away", !seen);
      if (!seen) return;
      const width = Number(text.dataset.width);
      const height = Number(text.dataset.height);
      const box = free({ x, y, width, height, leftwards }, taken, room);
      // Where there is no room, the point says it alone.
      text.toggleAttribute("data-crowded", box === undefined);
      text.parentElement!.querySelector(".mark-dot")?.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
      const lead = text.parentElement!.querySelector(".lead-line");
      if (box === undefined) {
        lead?.setAttribute("d", "");
        return;
      }
      taken.push(box);
      text.setAttribute("transform", `translate(${box.left.toFixed(1)},${box.top.toFixed(1)})`);
      const middle = (box.top + box.bottom) / 2;
      const side = box.left > x ? box.left - 4 : box.right + 4;
      lead?.setAttribute(
        "d",
        Math.abs(middle - y) > 24
          ? path([
              [x, y],
              [side, middle],
            ])
          : "",
      );
    });
  });
  useImperativeHandle(control, () => ({ place: () => place.current() }), []);
  useLayoutEffect(() => place.current());

  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its knobs have names of their own, and a title would show over all of them
    <svg className="build-overlay" ref={svg}>
      {dots.map((_, i) => (
        <circle key={i} className="measured-dot" r="4" />
      ))}
      {handles.map((handle) => (
        <HandleShape key={handle.id} handle={handle} onGrab={onGrab} onKey={onKey} />
      ))}
      {marks.map(({ key, words, className }) => (
        <g key={key} className={`mark ${className}`}>
          <path className="lead-line" />
          <circle className="mark-dot" r="4" />
          <Words words={words} className="mark-words" />
        </g>
      ))}
    </svg>
  );
});

function placeHandle(
  element: Element | undefined,
  { lines }: Handle,
  [x, y]: readonly [number, number],
  project: OverlayProps["project"],
): void {
  if (element === undefined) return;
  const paths = element.querySelectorAll("path.handle-line");
  lines.forEach(({ points }: DrawnLine, i) => {
    const places = points.map(project);
    const line = paths[i];
    if (line === undefined) return;
    line.setAttribute("d", path(places) + (line.classList.contains("arrow") && !line.classList.contains("idle") ? headOf(places) : ""));
  });
  element.querySelector(".knob")?.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
}

/** About how wide letters are, px. */
const LETTER = 7.1;

function Words({ words: [strong, plain], className }: { readonly words: readonly [string, string?]; readonly className: string }) {
  const wide = Math.max(strong.length * LETTER, (plain?.length ?? 0) * 0.86 * LETTER);
  return (
    <text className={className} data-width={wide} data-height={plain ? 34 : 18}>
      <tspan className="strong" x="0" y="14">
        {strong}
      </tspan>
      {plain && (
        <tspan x="0" y="30">
          {plain}
        </tspan>
      )}
    </text>
  );
}

interface HandleShapeProps {
  readonly handle: Handle;
  readonly onGrab: OverlayProps["onGrab"];
  readonly onKey: OverlayProps["onKey"];
}

function HandleShape({ handle, onGrab, onKey }: HandleShapeProps) {
  const { id, label, value, valueText, lines, words } = handle;
  return (
    <g className={`handle ${id.split(" ")[0]}`}>
      {lines.map(({ className }, i) => (
        <path key={i} className={`handle-line ${className}`} />
      ))}
      <g
        className="knob"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={valueText}
        data-handle={id}
        onPointerDown={(event) => onGrab(handle, event)}
        onKeyDown={(event) => onKey(handle, event)}
      >
        <circle className="reach" r="22" />
        <circle className="glow" r="12" />
        <circle className="core" r="6.500" />
      </g>
      {words !== undefined && <Words words={words} className="handle-words" />}
    </g>
  );
}
