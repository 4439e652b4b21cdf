/** Force against time and against how deep the surface is pressed in, where the study says what the surfaces are made of. */
import { linePath, significant } from "@carom/figures/geometry";
import type { ImpactForces } from "carom/force";
import { between } from "../../ui/between.js";
import { useHold } from "../../ui/use-hold.js";
import type { At } from "../cursor.js";
import { type PlotFrame, Title } from "./frame.js";

interface ForcePlotsProps {
  readonly forces: ImpactForces;
  readonly at: At;
  readonly frame: PlotFrame;
  readonly onCursor: (impulse: number) => void;
}

const HEIGHT = 120;

/** Metres as people read small ones. */
const inMicrometres = (metres: number) => `${significant(1e6 * metres, 3)} µm`;

export function ForcePlots({ forces, at, frame, onCursor }: ForcePlotsProps) {
  const [contact] = forces.contacts;
  const normal = contact.force.map((row) => row[row.length - 1]);
  const local = contact.localForce.map((row) => row[row.length - 1]);
  const peak = contact.peakForce || 1;
  const width = frame.width - frame.left - frame.right;
  const half = (width - 24) / 2;
  const deepest = Math.max(...contact.indentation, 1e-300);
  const least = Math.min(0, ...contact.indentation);
  const timeX = (time: number) => frame.left + (time / forces.duration) * half;
  const depthX = (depth: number) => frame.left + half + 24 + ((depth - least) / (deepest - least)) * half;
  const y = (force: number) => 8 + (1 - force / peak) * (HEIGHT - 16);
  const now = between(forces.normalImpulse, forces.time, at.normalImpulse);
  const force = between(forces.normalImpulse, normal, at.normalImpulse);
  const depth = between(forces.normalImpulse, contact.indentation, at.normalImpulse);
  const hold = useHold<SVGSVGElement>((event) => {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const part = Math.min(1, Math.max(0, (place - frame.left) / half));
    onCursor(between(forces.time, forces.normalImpulse, part * forces.duration));
  });
  const facts = `${significant(contact.peakForce, 3)} newtons at most, over in ${significant(1e6 * forces.duration, 3)} microseconds`;
  return (
    <section className="plot" aria-label="Force">
      <Title title="Force" unit="N" value={`${significant(force, 3)} N`} />
      <svg
        width={frame.width}
        height={HEIGHT + 26}
        role="img"
        aria-label={`Force against time and against indentation: ${facts}`}
        {...hold}
      >
        <path className="zero" d={`M${frame.left},${y(0)}h${half}M${frame.left + half + 24},${y(0)}h${half}`} />
        <path className="grid" d={`M${frame.left},${y(peak)}h${half}M${frame.left + half + 24},${y(peak)}h${half}`} />
        <text className="tick-label" x={frame.left - 8} y={y(0) + 4} textAnchor="end">
          0
        </text>
        <text className="tick-label" x={frame.left - 8} y={y(peak) + 4} textAnchor="end">
          {significant(peak, 3)}
        </text>
        <path className="curve" d={linePath(forces.time.map((time, row) => [timeX(time), y(normal[row])] as const))} />
        <path className="curve" d={linePath(contact.indentation.map((value, row) => [depthX(value), y(local[row])] as const))} />
        <path className="cursor" d={`M${timeX(now)},0V${y(0)}`} />
        <circle className="cursor-dot" cx={timeX(now)} cy={y(force)} r="4" />
        <circle className="cursor-dot" cx={depthX(depth)} cy={y(force)} r="4" />
        <text className="tick-label" x={frame.left + half} y={HEIGHT + 12} textAnchor="end">
          time to {significant(1e6 * forces.duration, 3)} µs
        </text>
        <text className="tick-label" x={frame.left + width} y={HEIGHT + 12} textAnchor="end">
          pressed in to {inMicrometres(deepest)}
        </text>
        <text className="end-label strong" x={frame.width - frame.right + 14} y={y(peak) + 12}>
          peak {significant(contact.peakForce, 3)} N
        </text>
        <text className="end-label" x={frame.width - frame.right + 14} y={y(peak) + 30}>
          {contact.permanentIndentation > 0 ? `${inMicrometres(contact.permanentIndentation)} stay` : "nothing stays"}
        </text>
      </svg>
      {forces.warnings.map(({ message }) => (
        <p key={message} className="plot-note">
          {message}
        </p>
      ))}
    </section>
  );
}
