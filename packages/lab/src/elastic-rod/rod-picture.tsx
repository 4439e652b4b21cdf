/** The rod at one time: its cells where they are, displacements enlarged, darker where it is compressed. */
import type { RodFilm } from "carom/elastic-rod";

const WIDTH = 120;
const HEIGHT = 420;
const FLOOR = 396;
const ROD = 250;
const SHOWN = 40;

export function RodPicture({
  film,
  frame,
  enlarged,
  length,
}: {
  readonly film: RodFilm;
  readonly frame: number;
  readonly enlarged: number;
  readonly length: number;
}) {
  const { cells, displacement, strain } = film;
  const y = (place: number) => FLOOR - (ROD * place) / length;
  let largest = 0;
  for (const value of strain) largest = Math.max(largest, Math.abs(value));
  const every = cells / SHOWN;
  const at = (i: number) => {
    const cell = Math.min(cells - 1, Math.max(0, Math.round(i * every - 0.5)));
    return (i / SHOWN) * length + enlarged * (i === 0 ? film.gap[frame] : displacement[frame * cells + cell]);
  };
  return (
    <svg className="rod-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="the rod, displacements enlarged">
      <path className="floor" d={`M8,${FLOOR}H${WIDTH - 8}`} />
      <path className="clay" d={`M${WIDTH / 2 - 16},${y(at(0))}V${y(at(SHOWN))}H${WIDTH / 2 + 16}V${y(at(0))}Z`} />
      {Array.from({ length: SHOWN }, (_, i) => {
        const value = strain[frame * cells + Math.min(cells - 1, Math.round((i + 0.5) * every - 0.5))] / (largest || 1);
        const [bottom, top] = [y(at(i)), y(at(i + 1))];
        return (
          <rect
            key={i}
            className={value < 0 ? "compressed" : "stretched"}
            x={WIDTH / 2 - 16}
            width={32}
            y={Math.min(top, bottom)}
            height={Math.max(0.5, Math.abs(bottom - top))}
            fillOpacity={0.95 * Math.abs(value)}
          />
        );
      })}
      <path className="outline" d={`M${WIDTH / 2 - 16},${y(at(0))}V${y(at(SHOWN))}H${WIDTH / 2 + 16}V${y(at(0))}Z`} />
    </svg>
  );
}
