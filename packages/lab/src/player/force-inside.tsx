/** The force of each contact through an impact that is open, against its time; the peak in words. */
import { linePath, significant } from "@carom/figures/geometry";
import type { RecordedForces } from "carom/simulation";
import type { ImpactSegment } from "./axis.js";
import type { rowsOf } from "./timeline-layout.js";

interface ForceInsideProps {
  readonly segment: ImpactSegment;
  readonly forces: RecordedForces;
  readonly rows: ReturnType<typeof rowsOf>;
  /** Of the run, N. */
  readonly largest: number;
}

export function ForceInside({ segment: { left, right }, forces, rows, largest }: ForceInsideProps) {
  const { time, duration, contacts } = forces;
  const x = (t: number) => left + (t / duration) * (right - left);
  const y = (force: number) => rows.impulse + rows.impulseHeight - (force / largest) * (rows.impulseHeight - 14);
  const peak = Math.max(...contacts.map(({ peakForce }) => peakForce));
  const hardest = contacts.find(({ peakForce }) => peakForce === peak);
  const at = hardest === undefined ? 0 : time[hardest.normalForce.indexOf(Math.max(...hardest.normalForce))];
  return (
    <g className="force-inside" data-peak={peak}>
      {contacts.map(({ normalForce }, contact) => (
        <path key={contact} className="curve" d={linePath(time.map((t, row) => [x(t), y(normalForce[row])] as const))} />
      ))}
      <circle className="cursor-dot" cx={x(at)} cy={y(peak)} r="3" />
      <text
        className="end-label strong"
        x={x(at) + (x(at) > right - 90 ? -8 : 8)}
        y={y(peak) - 5}
        textAnchor={x(at) > right - 90 ? "end" : "start"}
      >
        {significant(peak, 3)} N
      </text>
    </g>
  );
}
