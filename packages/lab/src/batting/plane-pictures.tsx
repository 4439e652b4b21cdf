/** Two small pictures: impulse cones with the solution curve, and the spread at the target. */
import { linePath, type Point, significant, withUnit } from "@carom/figures/geometry";
import type { BattingResult } from "carom/study";
import { dot, type Vector } from "./model.js";

const SIZE = 300;
/** Radius of the friction disc, px. */
const DISC = 112;
/** How far the curve is drawn beyond the disc, in its radii. */
const BEYOND = 1.3;

export function ImpulsePicture({ result }: { readonly result: BattingResult }) {
  const { friction, frame, cones, curve, plan, closedForm } = result;
  const scale = DISC / Math.max(friction, 1e-9);
  const to = ([x, y]: Point): Point => [SIZE / 2 + x * scale, SIZE / 2 - y * scale];
  const ratio = (impulse: Vector): Point => {
    const normal = dot(frame.normal, impulse);
    return to([dot(frame.tangent1, impulse) / normal, dot(frame.tangent2, impulse) / normal]);
  };
  const runs: Point[][] = [[]];
  for (const { impulse } of curve) {
    const [x, y] = [impulse[0] / impulse[2], impulse[1] / impulse[2]];
    if (impulse[2] > 0 && Math.hypot(x, y) < BEYOND * friction) runs[runs.length - 1].push(to([x, y]));
    else if (runs[runs.length - 1].length > 0) runs.push([]);
  }
  const planned = plan.status === "solved" ? plan.hit : undefined;
  return (
    <figure>
      <svg className="plane-picture" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label="impulse cones and the solution curve">
        <circle className="disc" cx={SIZE / 2} cy={SIZE / 2} r={DISC} />
        {cones.map(({ angle, slide, afterStop }) => (
          <path key={angle} className="impulse-cone" d={linePath([ratio(slide), ratio(afterStop)])} />
        ))}
        {runs
          .filter((run) => run.length > 1)
          .map((run) => (
            <path key={run[0].join()} className="solution-curve" d={linePath(run)} />
          ))}
        {closedForm.map(({ impulse, flightTime }) => {
          const [cx, cy] = ratio(impulse);
          return <circle key={flightTime} className="closed-form" cx={cx} cy={cy} r="4" />;
        })}
        {planned !== undefined && <circle className="plan" cx={ratio(planned.impulse)[0]} cy={ratio(planned.impulse)[1]} r="5" />}
      </svg>
      <figcaption>
        Tangential over normal impulse. Disc: friction cone. <b className="stick-text">Impulse cones</b> of straight slip;{" "}
        <b className="slip-text">impulses that reach the target</b>; filled: the plan; open: closed forms.
      </figcaption>
    </figure>
  );
}

export function SpreadPicture({ sensitivity }: { readonly sensitivity: NonNullable<BattingResult["sensitivity"]> }) {
  const { rows, ellipse } = sensitivity;
  const [long, short] = ellipse.axes;
  const scale = (0.4 * SIZE) / Math.max(long, 1e-12);
  const to = ([x, y]: Point): Point => [SIZE / 2 + x * scale, SIZE / 2 - y * scale];
  const worst = rows.reduce((most, row) => (row.miss > most.miss ? row : most));
  return (
    <figure>
      <svg className="plane-picture" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label="spread at the target">
        <ellipse
          className="ellipse"
          rx={long * scale}
          ry={short * scale}
          transform={`translate(${SIZE / 2},${SIZE / 2}) rotate(${(-ellipse.angle * 180) / Math.PI})`}
        />
        {rows.map(({ what, more, less }) => (
          <path key={what} className="error" d={linePath([to(less), to([0, 0]), to(more)])} />
        ))}
        <path className="cross" d={`M${SIZE / 2 - 8},${SIZE / 2}h16M${SIZE / 2},${SIZE / 2 - 8}v16`} />
      </svg>
      <figcaption>
        Where it passes the target if things are off by one standard deviation: half axes {withUnit(long, "m", 2)} and{" "}
        {withUnit(short, "m", 2)}. Most comes from {WORDS[worst.what.split(".")[0]] ?? worst.what} ({significant(worst.error)}).
      </figcaption>
    </figure>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  friction: "friction",
  restitution: "restitution",
  contactPoint: "the contact point",
  batAngle: "the bat's angle",
  batVelocity: "the bat's velocity",
  objectVelocity: "the object's velocity",
  objectSpin: "the object's spin",
  timing: "the time of the bat",
};
