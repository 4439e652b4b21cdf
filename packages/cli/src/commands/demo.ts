/**
 * `carom demo`: one impact that tells impact laws apart, under ours and in the physics engines of npm.
 *
 * A slender rod (1 kg, 1 m, round tip of radius 0.01 m) at 45 degrees, not spinning, strikes the floor with its tip. The friction a stopped
 * tip would need to stick, 0.596, is more than the 0.5 there is, so slip stops and turns back inside the impact. There the definitions of
 * restitution part.
 */
import { lawNamed } from "carom/impact";
import { contactProblemFromBodies } from "carom/mechanics";
import { fixedText } from "carom/study";
import { peersOnTheRod } from "../peers.js";
import { pc } from "../terminal/colour.js";
import { paragraph, right, table } from "../terminal/table.js";

const RESTITUTIONS = [1, 0.9, 0.5] as const;

/** Names of our laws in the table. */
const OURS = [
  ["frictional", "Carom, energetic restitution"],
  ["poisson", "Carom, Poisson's restitution"],
  ["newton", "Carom, Newton's restitution"],
] as const;

/** To go on with. */
const NEXT = [
  "carom new bodies ball.json",
  "carom run ball.json --out ball",
  "carom compare ball.json",
  "carom reproduce",
  "carom lab",
] as const;

interface DemoRow {
  readonly solver: string;
  readonly settings: string;
  readonly cells: readonly { readonly energyRatio: number; readonly slipAfter: number }[];
}

export async function demo(): Promise<void> {
  const ours = OURS.map(
    ([law, solver]): DemoRow => ({ solver, settings: "", cells: RESTITUTIONS.map((restitution) => strike(law, restitution)) }),
  );
  const { rows, recorded } = await peersOnTheRod();
  const theirs = rows.map(
    ({ engine, version, settings, results }): DemoRow => ({ solver: `${engine} ${version}`, settings, cells: results }),
  );
  process.stdout.write(`${page([...ours, ...theirs], recorded)}\n`);
}

function strike(law: string, restitution: number): DemoRow["cells"][number] {
  const reach = Math.SQRT1_2 / 2;
  const { problem } = contactProblemFromBodies(
    { rod: { mass: 1, inertia: [1 / 12, 1 / 12, 1 / 12], position: [0, 0, reach + 0.01], velocity: [0.61697, 0, -1] }, floor: "fixed" },
    [{ between: ["rod", "floor"], point: [-reach, 0, 0], normal: [0, 0, 1], friction: 0.5, restitution }],
  );
  const { energy, velocity } = lawNamed(law).solve(problem);
  return { energyRatio: energy.after / energy.before, slipAfter: velocity[0]! };
}

function page(rows: readonly DemoRow[], recorded: string | undefined): string {
  const text = table(
    [
      { title: "" },
      { title: "settings", label: true },
      ...RESTITUTIONS.map((restitution) => right(`energy e=${restitution}`)),
      ...RESTITUTIONS.map((restitution) => right(`slip e=${restitution}`)),
    ],
    rows.map(({ solver, settings, cells }) => [
      solver,
      settings,
      ...cells.map(({ energyRatio }) => `${fixedText(100 * energyRatio, 2)} %`),
      ...cells.map(({ slipAfter }) => fixedText(slipAfter, 3)),
    ]),
  );
  return [
    pc.bold("A slender rod strikes the floor at 45 degrees"),
    paragraph("1 kg, 1 m, friction 0.5, no gravity. Its tip comes down at 1 m/s and slides at 0.617 m/s."),
    paragraph(
      "How much of the kinetic energy is left (100 % is all there was), and how fast does the tip slide then (m/s, before: 0.617)?",
    ),
    "",
    text,
    "",
    paragraph(
      recorded === undefined
        ? "The engines ran just now, at their default and at their best known settings."
        : `The engines' figures were recorded on ${recorded}, at their default and at their best known settings.`,
    ),
    paragraph(
      "No impact makes energy, yet a restitution defined as a ratio of velocities does, as every row above 100 % shows. Energetic " +
        "restitution cannot, and it sees the slip turn back.",
    ),
    "",
    "Next:",
    ...NEXT.map((command) => `  ${pc.cyan(command)}`),
  ].join("\n");
}
