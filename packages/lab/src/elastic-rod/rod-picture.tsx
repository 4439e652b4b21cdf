/** The rod at one time: its cells where they are, displacements enlarged, the more ink the more it is pressed, hatched where stretched. */
import { significant } from "@carom/figures/geometry";
import { ArrowMark } from "../ui/arrow-mark.js";
import { floorForces, frontAt, type RodScene } from "./film.js";
import type { Place } from "./place.js";

const SHOWN = 48;
const ARROWS = 6;
const LONGEST = 40;

interface RodPictureProps {
  readonly scene: RodScene;
  readonly frame: number;
  readonly place: Place;
}

export function RodPicture({ scene, frame, place }: RodPictureProps) {
  const { film, enlarged, length, largestStrain, fastest, density } = scene;
  const { cells, displacement, strain, velocity } = film;
  const { middle, half, y, narrow } = place;
  const every = cells / SHOWN;
  const cellOf = (part: number) => Math.min(cells - 1, Math.max(0, Math.round(part * cells - 0.5)));
  const at = (i: number) =>
    y((i / SHOWN) * length + enlarged * (i === 0 ? film.gap[frame] : displacement[frame * cells + cellOf(i / SHOWN)]));
  const front = frontAt(scene, frame * film.step);
  const force = floorForces(scene);
  const most = force.reduce((largest, value) => Math.max(largest, value), 0) || 1;
  const push = force[frame] / most;
  const outline = `M${middle - half},${at(0).toFixed(1)}V${at(SHOWN).toFixed(1)}H${middle + half}V${at(0).toFixed(1)}Z`;
  const frontY = front === undefined ? undefined : y(front + enlarged * displacement[frame * cells + cellOf(front / length)]);
  return (
    <g className="rod-picture">
      <path className="top-line" d={`M${middle - half},${y(length)}H${middle + half}`} />
      <path className="clay" d={outline} />
      {Array.from({ length: SHOWN }, (_, i) => {
        const value = strain[frame * cells + Math.min(cells - 1, Math.floor((i + 0.5) * every))] / largestStrain;
        const [bottom, top] = [at(i), at(i + 1)];
        return (
          <rect
            key={i}
            className={value < 0 ? "pressed" : "stretched"}
            x={middle - half}
            width={2 * half}
            y={Math.min(top, bottom)}
            height={Math.abs(bottom - top) + 0.4}
            opacity={Math.abs(value)}
          />
        );
      })}
      <path className="outline" d={outline} />
      {Array.from({ length: ARROWS }, (_, i) => {
        const part = (i + 0.5) / ARROWS;
        const speed = velocity[frame * cells + cellOf(part)] / fastest;
        const [x, from] = [middle + half + 20, y(part * length)];
        if (Math.abs(speed) < 0.04) return <circle key={i} className="still" cx={x} cy={from} r="2.5" />;
        return (
          <ArrowMark key={i} className="ink" width={1.8} from={[x, from + (LONGEST / 2) * speed]} to={[x, from - (LONGEST / 2) * speed]} />
        );
      })}
      {frontY !== undefined && (
        <>
          <path className="front" d={`M${middle - half - 8},${frontY}H${middle + half + 8}`} />
          {!narrow && (
            <text className="word strong" x={middle - half - 14} y={frontY + 4} textAnchor="end">
              wave
            </text>
          )}
        </>
      )}
      {push > 0.02 && (
        <>
          <ArrowMark className="stick-ink" width={4} from={[middle, y(0)]} to={[middle, y(0) - 24 - 66 * push]} />
          {density !== undefined && !narrow && (
            <text className="word large stick halo" x={middle - half - 10} y={y(0) - 40} textAnchor="end">
              {significant(force[frame], 3)} N
            </text>
          )}
        </>
      )}
    </g>
  );
}
