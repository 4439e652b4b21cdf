/** The front-page table: the slip-reversing rod by Carom's laws and by the engines that install from npm. */
import { lawNamed } from "carom/impact";
import { type PeerRow, ROD, runRodPeers } from "./peers/index.js";
import { printHeading, printTable } from "./table.js";

export interface RodRow {
  readonly solver: string;
  readonly settings: string;
  readonly results: readonly {
    readonly energyRatio: number;
    readonly slipAfter: number;
    readonly normalAfter: number;
    readonly energyRange?: readonly [number, number];
  }[];
}

const OURS = [
  ["frictional", "energetic restitution, slip resolved"],
  ["poisson", "Poisson restitution, slip resolved"],
  ["newton", "Newton restitution, slip resolved"],
] as const;

export async function measureFrontPage(): Promise<{ ours: RodRow[]; peers: PeerRow[] }> {
  return { ours: OURS.map(([law, settings]) => solveRod(law, settings)), peers: await runRodPeers() };
}

function solveRod(name: string, settings: string): RodRow {
  const law = lawNamed(name);
  const { reach, tipRadius, mass, inertia, friction, slip, approach } = ROD;
  const height = reach + tipRadius;
  const mobility = [
    [1 / mass + (height * height) / inertia, -(reach * height) / inertia],
    [-(reach * height) / inertia, 1 / mass + (reach * reach) / inertia],
  ];
  return {
    solver: `Carom, ${name}`,
    settings,
    results: ROD.restitutions.map((restitution) => {
      const { energy, velocity } = law.solve({
        dimension: 2,
        contacts: [{ friction, restitution }],
        mobility,
        velocity: [slip, -approach],
        kineticEnergy: 0.5 * mass * (slip * slip + approach * approach),
      });
      return { energyRatio: energy.after / energy.before, slipAfter: velocity[0]!, normalAfter: velocity[1]! };
    }),
  };
}

export function printFrontPage({ ours, peers }: { ours: readonly RodRow[]; peers: readonly PeerRow[] }): void {
  printHeading("The slip-reversing rod: kinetic energy after / before (1 is all of it), and the slip of the contact after (+0.617 before)");
  const rows: RodRow[] = [
    ...ours,
    ...peers.map(({ engine, version, settings, results }) => ({ solver: `${engine} ${version}`, settings, results })),
  ];
  printTable(
    ["solver", "settings", "e = 1", "e = 0.9", "e = 0.5", "slip after (e = 1)", "normal after (e = 1)", "range of e = 1"],
    rows.map(({ solver, settings, results }) => [
      solver,
      settings,
      ...results.map(({ energyRatio }) => energyRatio.toFixed(4)),
      results[0]!.slipAfter.toFixed(3),
      results[0]!.normalAfter.toFixed(3),
      results[0]!.energyRange === undefined ? "" : results[0]!.energyRange.map((value) => value.toFixed(3)).join(" to "),
    ]),
  );
  for (const { engine, settings, configuration } of peers) console.log(`${engine}, ${settings}: ${configuration}.`);
  console.log("Engines: the median over 15 starting gaps spread over one time step, and the range.");
}
