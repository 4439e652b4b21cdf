/**
 * Forces inside random impacts; part of `npm run stress`.
 *
 * Asked of every case: the integral of each contact's force over time is its impulse, and that of force times velocity is the energy that
 * the law says is lost, both to 1e-8 of the largest impulse and of the energy before, by a quadrature over the rows that knows nothing of
 * how they came about; times ascend; every number is finite. Where 500 rows are too few for the quadrature, 2000 are taken: what then is
 * wrong is the force. Events shorter than 1e-5 of the whole cannot be integrated from times of sixteen digits and are only asked to be
 * finite.
 */
import { impactForces } from "carom/force";
import { integralOf, kinksOf, timeWeights } from "carom/testing";
import { drawForceCase, type ForceCase } from "./force-events.js";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

/** Of loading and of unloading. */
const ROWS = [500, 2000];
const ALLOWED = 1e-8;
const SHORTEST = 1e-5;
const SHOWN = 20;

interface Finding {
  readonly contacts: number;
  readonly events: number;
  readonly impulse: number;
  readonly energy: number;
  readonly complaint?: string;
  /** Rows that were needed. */
  readonly rows?: number;
}

/** 1 if a case fails, else 0. */
export function forceCampaign(count: number, seed: number): number {
  printHeading(`Forces inside impacts: ${count} cases, seed ${seed}`);
  const findings: (Finding & { readonly n: number })[] = [];
  let events = 0;
  let drawn = 0;
  for (let n = 0; events < count; n++, drawn++) {
    const found = drawForceCase(n, seed);
    if (found === undefined) continue;
    const finding = inspect(found);
    events += Math.max(1, finding.events);
    findings.push({ n, ...finding });
  }
  const rows = [
    ["one contact", findings.filter(({ contacts }) => contacts === 1)],
    ["several", findings.filter(({ contacts }) => contacts > 1)],
  ] as const;
  printTable(
    ["", "impacts", "events", "impulse: median", "p99", "worst", "energy: worst", "failures"],
    rows.map(([name, list]) => [
      name,
      list.length,
      list.reduce((sum, finding) => sum + finding.events, 0),
      ...[0.5, 0.99, 1].map((part) =>
        small(
          percentile(
            list.map(({ impulse }) => impulse),
            part,
          ),
        ),
      ),
      small(Math.max(...list.map(({ energy }) => energy))),
      list.filter(({ complaint }) => complaint !== undefined).length,
    ]),
  );
  const failed = findings.filter(({ complaint }) => complaint !== undefined);
  for (const { n, contacts, complaint } of failed.slice(0, SHOWN))
    console.log(`case ${n} of seed ${seed}, ${contacts} contacts: ${complaint}`);
  const fine = findings.filter(({ rows: taken }) => taken === ROWS[1]).length;
  if (fine > 0) console.log(`${fine} impacts needed ${ROWS[1]} rows instead of ${ROWS[0]}.`);
  console.log(`${failed.length} failures in ${findings.length} impacts of ${events} events (${drawn} drawn).`);
  return failed.length > 0 ? 1 : 0;
}

function inspect(found: ForceCase): Finding {
  let finding = examine(found, ROWS[0]!);
  for (const rows of ROWS.slice(1)) if (finding.complaint !== undefined) finding = { ...examine(found, rows), rows };
  return finding;
}

function examine({ problem, outcome, laws, unloading }: ForceCase, rows: number): Finding {
  const contacts = problem.contacts.length;
  let forces: ReturnType<typeof impactForces>;
  try {
    forces = impactForces(problem, outcome, laws, { rows, unloading });
  } catch (error) {
    return { contacts, events: 0, impulse: 0, energy: 0, complaint: String(error) };
  }
  const events = forces.events.length;
  const { time } = forces;
  const finite = forces.contacts.every(
    ({ force, indentation }) => indentation.every(Number.isFinite) && force.every((row) => row.every(Number.isFinite)),
  );
  if (!finite || !Number.isFinite(forces.duration) || time.some((t, i) => i > 0 && !(t >= time[i - 1]!)))
    return { contacts, events, impulse: 0, energy: 0, complaint: "numbers that are none, or time that goes back" };
  if (forces.events.some(({ start, end }) => end - start < SHORTEST * forces.duration)) return { contacts, events, impulse: 0, energy: 0 };
  const weights = timeWeights(forces.time, kinksOf(forces, laws));
  const largest = Math.max(...outcome.impulse.map(Math.abs));
  let impulse = 0;
  let work = 0;
  forces.contacts.forEach(({ force }, contact) => {
    for (let k = 0; k < problem.dimension; k++) {
      const at = contact * problem.dimension + k;
      const component = force.map((row) => row[k]!);
      impulse = Math.max(impulse, Math.abs(integralOf(weights, component) - outcome.impulse[at]!) / largest);
      const power = component.map(
        (value, row) => value * forces.impulse[row]!.reduce((sum, p, j) => sum + problem.mobility[at]![j]! * p, problem.velocity[at]!),
      );
      work += integralOf(weights, power);
    }
  });
  const { before, after } = outcome.energy;
  const energy = Math.abs(work - (after - before)) / before;
  const complaint = !(impulse <= ALLOWED)
    ? `impulse off by ${small(impulse)}`
    : !(energy <= ALLOWED)
      ? `energy off by ${small(energy)}`
      : undefined;
  return { contacts, events, impulse, energy, ...(complaint === undefined ? {} : { complaint }) };
}
