/** Translation, vibration and what damping took, one over the other, with the time of the rod. */
import type { RodFilm } from "carom/elastic-rod";

const WIDTH = 600;
const HEIGHT = 110;

export function EnergyStrip({ film, frame }: { readonly film: RodFilm; readonly frame: number }) {
  const { frames, energyTotal, energyTranslational } = film;
  const before = energyTotal[0];
  const lowest = Math.min(0, ...energyTranslational);
  const x = (i: number) => (WIDTH * i) / (frames - 1);
  const y = (value: number) => HEIGHT * (1 - (value - lowest) / (before - lowest));
  const line = (values: Float64Array) => Array.from(values, (value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const [total, translation] = [line(energyTotal), line(energyTranslational)];
  return (
    <div className="energy-strip">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label="energies over time">
        <path className="lost" d={`M0,${y(before)}H${WIDTH}L${[...total].reverse().join("L")}Z`} />
        <path className="vibration" d={`M${total.join("L")}L${[...translation].reverse().join("L")}Z`} />
        <path className="translation" d={`M${translation.join("L")}L${WIDTH},${y(lowest)}H0Z`} />
        <path className="zero" d={`M0,${y(0)}H${WIDTH}`} />
      </svg>
      <span className="cursor" style={{ left: `${(100 * frame) / (frames - 1)}%` }} />
    </div>
  );
}
