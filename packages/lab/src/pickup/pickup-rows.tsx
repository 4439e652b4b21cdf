/** What each partner does, push and table, and work, along one axis: squeeze, then lift. */
import { linePath, niceTicks, type Point, significant, tickText } from "@carom/figures/geometry";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";
import type { WatchedPickup } from "../worker/messages.js";

const HEADS = 18;
const BAND = 13;
const MODES = HEADS + 6;
const FORCE = { top: MODES + 3 * 19 + 14, bottom: MODES + 3 * 19 + 96 };
const WORK = { top: FORCE.bottom + 20, bottom: FORCE.bottom + 100 };
const HEIGHT = WORK.bottom + 28;

interface PickupRowsProps {
  readonly result: WatchedPickup;
  readonly index: number;
  readonly onIndex: (index: number) => void;
}

/** Place of each frame on the axis, 0 to 1: by depth, then by height, which share it when there is a lift. */
function placesOf({ frames }: WatchedPickup): {
  readonly at: readonly number[];
  readonly split: number;
  readonly deepest: number;
  readonly highest: number;
} {
  const deepest = Math.max(1e-9, ...frames.map(({ record }) => record.depth));
  const highest = Math.max(0, ...frames.map(({ record }) => record.height));
  const split = highest > 0 ? 0.5 : 1;
  const at = frames.map(({ phase, record }) =>
    phase === "lift" ? split + ((1 - split) * record.height) / (highest || 1) : (split * record.depth) / deepest,
  );
  return { at, split, deepest, highest };
}

export function PickupRows({ result, index, onIndex }: PickupRowsProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const narrow = width < 720;
  const [left, right] = [narrow ? 84 : 150, width - (narrow ? 12 : 140)];
  const { at, split, deepest, highest } = placesOf(result);
  const x = (part: number) => left + part * (right - left);
  const hold = useHold<SVGSVGElement>((event) => {
    const part = (event.clientX - event.currentTarget.getBoundingClientRect().left - left) / (right - left);
    onIndex(at.reduce((best, place, i) => (Math.abs(place - part) < Math.abs(at[best]! - part) ? i : best), 0));
  });
  const shared = { result, at, x, left, right, narrow };
  return (
    <div className="scene-rows pickup-rows" ref={element}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label="contacts, forces and work: squeeze, then lift" {...hold}>
          {split < 1 && <rect className="lift-ground" x={x(split)} y="2" width={right - x(split)} height={WORK.bottom - 2} />}
          <text className="row-name" x={left} y={HEADS - 4}>
            squeeze
          </text>
          {split < 1 && (
            <text className="row-name" x={x(split) + 8} y={HEADS - 4}>
              lift
            </text>
          )}
          <Modes {...shared} index={index} />
          <Forces {...shared} index={index} />
          <Work {...shared} index={index} />
          {split < 1 && <path className="from-here" d={`M${x(split)},${HEADS}V${WORK.bottom}`} />}
          <Ticks to={deepest} from={0} part={split} x={x} word="mm in" narrow={narrow} />
          {split < 1 && <Ticks to={highest} from={split} part={1 - split} x={x} word="mm up" narrow={narrow} />}
          <path className="cursor" d={`M${x(at[index]!).toFixed(1)},2V${WORK.bottom}`} />
        </svg>
      )}
    </div>
  );
}

interface TicksProps {
  readonly from: number;
  readonly part: number;
  /** Largest length, m. */
  readonly to: number;
  readonly word: string;
  readonly x: (part: number) => number;
  readonly narrow: boolean;
}

function Ticks({ from, part, to, word, x, narrow }: TicksProps) {
  const { values, step } = niceTicks(0, 1e3 * to, narrow ? 1 : 4);
  return values
    .filter((value) => value > 0 && value <= 0.94e3 * to)
    .map((value) => (
      <text key={value} className="tick-label" x={x(from + (part * value) / (1e3 * to))} y={WORK.bottom + 18} textAnchor="middle">
        {tickText(value, step)} {word}
      </text>
    ));
}

interface RowProps {
  readonly result: WatchedPickup;
  readonly at: readonly number[];
  readonly x: (part: number) => number;
  readonly left: number;
  readonly right: number;
  readonly narrow: boolean;
  readonly index: number;
}

const PARTNERS = [
  [1, "left finger"],
  [2, "right finger"],
  [0, "table"],
] as const;

/** How many nodes stick (above) and slip (below), each frame until the next. */
function Modes({ result, at, x, left, right, narrow, index }: RowProps) {
  const { frames } = result;
  return PARTNERS.map(([partner, name], row) => {
    const top = MODES + 19 * row;
    const { stick, slip } = frames[index]!.record.contacts[partner]!;
    return (
      <g key={name}>
        <text className="word" x={narrow ? 8 : 28} y={top + 11}>
          {narrow ? name.replace(" finger", "") : name}
        </text>
        <path className="grid-line" d={`M${left},${top + BAND / 2}H${right}`} />
        {frames.slice(0, -1).map(({ record }, i) => {
          const counts = record.contacts[partner]!;
          const all = counts.stick + counts.slip;
          const [from, to] = [x(at[i]!), x(at[i + 1]!)];
          if (all === 0 || to <= from) return null;
          const height = (BAND * counts.stick) / all;
          return (
            <g key={i}>
              <rect className="stick-band" x={from} y={top} width={to - from + 0.3} height={height} />
              <rect className="slip-band" x={from} y={top + height} width={to - from + 0.3} height={BAND - height} />
            </g>
          );
        })}
        {!narrow && (
          <text className="word" x={right + 12} y={top + 11}>
            {stick + slip === 0
              ? "lets go"
              : [stick > 0 ? `${stick} stick` : "", slip > 0 ? `${slip} slip` : ""].filter(Boolean).join(", ")}
          </text>
        )}
      </g>
    );
  });
}

function Forces({ result, at, x, left, right, narrow, index }: RowProps) {
  const { frames, body } = result;
  const push = frames.map(({ record }) => (record.squeeze[0]! + record.squeeze[1]!) / 2);
  const table = frames.map(({ record }) => record.tableForce[2]);
  const most = Math.max(body.weight, ...push, ...table);
  const y = (value: number) => FORCE.bottom - ((FORCE.bottom - FORCE.top) * value) / most;
  const line = (values: readonly number[]) => linePath(values.map((value, i): Point => [x(at[i]!), y(value)]));
  const { values, step } = niceTicks(0, most, 3);
  return (
    <>
      <text className="row-name" x={narrow ? 8 : 28} y={FORCE.top + 10}>
        Force
      </text>
      <text className="tick-label" x={narrow ? 8 : 28} y={FORCE.top + 26}>
        N
      </text>
      {values
        .filter((value) => value <= most)
        .map((value) => (
          <g key={value}>
            <path className="grid-line" d={`M${left},${y(value)}H${right}`} />
            <text className="tick-label" x={left - 8} y={y(value) + 4} textAnchor="end">
              {tickText(value, step)}
            </text>
          </g>
        ))}
      <path className="line" d={line(push)} />
      <path className="line dashed" d={line(table)} />
      {!narrow && (
        <>
          <text className="word strong" x={right + 12} y={y(push[index]!) + 4}>
            push {significant(push[index]!, 3)}
          </text>
          {Math.abs(y(table[index]!) - y(push[index]!)) > 16 && (
            <text className="word" x={right + 12} y={y(table[index]!) + 4}>
              table {significant(Math.abs(table[index]!) < 1e-9 * body.weight ? 0 : table[index]!, 3)}
            </text>
          )}
        </>
      )}
    </>
  );
}

function Work({ result, at, x, left, right, narrow, index }: RowProps) {
  const { frames } = result;
  const work = frames.map(({ record }) => 1e3 * record.work);
  const most = Math.max(1e-12, ...work);
  const y = (value: number) => WORK.bottom - ((WORK.bottom - WORK.top) * value) / most;
  const points = work.map((value, i): Point => [x(at[i]!), y(value)]);
  const friction = frames.map(({ record }, i): Point => [x(at[i]!), y(1e3 * record.frictionLoss)]);
  const area = (list: readonly Point[]) => `${linePath(list)}L${list[list.length - 1]![0]},${WORK.bottom}H${list[0]![0]}Z`;
  const { record } = frames[index]!;
  return (
    <>
      <text className="row-name" x={narrow ? 8 : 28} y={WORK.top + 10}>
        Work
      </text>
      <text className="tick-label" x={narrow ? 8 : 28} y={WORK.top + 26}>
        {narrow ? "mJ" : "of the fingers, mJ"}
      </text>
      <defs>
        <pattern id="pickup-stored" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="stored-hatch" d="M0,0V6" />
        </pattern>
      </defs>
      <path className="stored-share" fill="url(#pickup-stored)" d={area(points)} />
      <path className="friction-share" d={area(friction)} />
      <path className="axis-line" d={`M${left},${WORK.bottom}H${right}`} />
      {!narrow && (
        <>
          <text className="word strong kept" x={right + 12} y={WORK.top + 10}>
            {significant(1e3 * (record.work - record.frictionLoss), 3)} stored
          </text>
          <text className="word strong slip" x={right + 12} y={WORK.top + 28}>
            {significant(1e3 * record.frictionLoss, 2)} friction
          </text>
        </>
      )}
    </>
  );
}
