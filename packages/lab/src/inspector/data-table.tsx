/** The pictures as a table: every event of the impact with its numbers. On `D`. */
import { significant, speedOf } from "@carom/figures/geometry";
import type { Inspected } from "./model.js";

export function DataTable({ inspected, onClose }: { readonly inspected: Inspected; readonly onClose: () => void }) {
  const { track, name } = inspected.chosen;
  if (track === undefined) return null;
  // What is left of numbers that cancel is none.
  const energy = (value: number) => significant(Math.abs(value) < 1e-12 * inspected.chosen.outcome.energy.before ? 0 : value, 4);
  const rows = [{ letter: "", word: "start", sample: track.start }, ...track.marks];
  return (
    <section className="data-table" aria-label="Data">
      <header>
        <h2>{name}: what happens, in numbers</h2>
        <button type="button" className="text-button" onClick={onClose}>
          close (D)
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard can only do where it has the focus */}
      <section className="table-scroll" aria-label="Events" tabIndex={0}>
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
                <td>{energy(sample.kineticEnergy)}</td>
                <td>{energy(sample.storedEnergy)}</td>
                <td>{energy(sample.frictionLoss)}</td>
                <td>{energy(sample.restitutionLoss + sample.springLoss)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
