/** How the sliding velocity goes through an impact, from its start to its end. */
import { linePath, significant, type Track } from "@carom/figures/geometry";

const SIDE = 190;
const ROOM = 30;

export function SlipPicture({ track }: { readonly track: Track }) {
  const samples = track.stretches.flatMap(({ samples: list }) => list);
  const most = Math.max(...samples.map(({ slip }) => Math.hypot(...slip)), 1e-12);
  const scale = (SIDE / 2 - ROOM) / most;
  const place = (slip: readonly number[]) => [SIDE / 2 + scale * slip[0], SIDE / 2 - scale * (slip[1] ?? 0)] as const;
  const [start, end] = [place(track.start.slip), place(track.end.slip)];
  return (
    <svg className="slip-picture" width={SIDE} height={SIDE} role="img" aria-label="The sliding velocity through the impact">
      <path className="grid" d={`M0,${SIDE / 2}H${SIDE}M${SIDE / 2},0V${SIDE}`} />
      <circle className="grid" cx={SIDE / 2} cy={SIDE / 2} r={scale * most} />
      {track.stretches.map(({ mode, samples: list }) => (
        <path key={list[0].normalImpulse} className={`mode-curve ${mode}`} d={linePath(list.map(({ slip }) => place(slip)))} />
      ))}
      <circle className="slip-start" cx={start[0]} cy={start[1]} r="5" />
      <circle className={track.stuckAtEnd ? "slip-end stick" : "slip-end slip"} cx={end[0]} cy={end[1]} r="5" />
      <text className="tick-label" x={SIDE - 4} y={SIDE / 2 - 6} textAnchor="end">
        {significant(most, 2)} m/s
      </text>
    </svg>
  );
}
