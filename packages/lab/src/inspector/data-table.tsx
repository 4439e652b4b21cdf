/** The pictures as a table: every event of the impact with its numbers. On `D`. */
import { significant, speedOf } from "@carom/figures/geometry";
import type { Inspected } from "./model.js";

export function DataTable({ inspected, onClose }: { readonly inspected: Inspected; readonly onClose: () => void }) {
  const { track, name } = inspected.chosen;
  if (track === undefined) return null;
  const rows = [{ letter: "", word: "start", sample: track.start }, ...track.marks];
  return (
    <section className="data-table" aria-label="Data">
      <header>
        <h2>{name}: what happens, in numbers</h2>
        <button type="button" className="text-button" onClick={onClose}>
          close (D)
        </button>
      </header>
      <div className="table-scroll">
        <table className="numbers">
          <thead>
            <tr>
              <th>normal impulse, N s</th>
              <th className="words">event</th>
              <th>friction impulse, N s</th>
              <th>slip, m/s</th>
              <th>normal velocity, m/s</th>
              <th>kinetic, J</th>
              <th>stored, J</th>
              <th>lost to friction, J</th>
              <th>lost to restitution, J</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ word, sample }) => (
              <tr key={`${word} ${sample.normalImpulse}`}>
                <td>{significant(sample.normalImpulse, 4)}</td>
                <td className="words">{word}</td>
                <td>{significant(Math.hypot(...sample.tangentialImpulse), 4)}</td>
                <td>{significant(speedOf(sample), 4)}</td>
                <td>{significant(sample.normalVelocity, 4)}</td>
                <td>{significant(sample.kineticEnergy, 4)}</td>
                <td>{significant(sample.storedEnergy, 4)}</td>
                <td>{significant(sample.frictionLoss, 4)}</td>
                <td>{significant(sample.restitutionLoss + sample.springLoss, 4)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
