/** The numbers of an impact: at the contacts, of the bodies, event by event, where the energy went; and what it writes to files. */
import type { EnergyLedger, ImpactOutcome } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { derivativeTables } from "../format/derivative-tables.js";
import { withoutRounding } from "../format/numbers.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import { lengthOf, normalsOf, tangentialsOf, totalNormal } from "./components.js";
import { mobilityTables, problemTable } from "./problem-tables.js";
import type { ImpactResult } from "./result.js";
import { impactSeries } from "./series.js";
import { stageTables } from "./stage-tables.js";
import { componentNames, contactName, EVENT_WORDS, SLIP_WORDS } from "./words.js";

export function impactTables(result: ImpactResult): ResultTable[] {
  const { problem, outcome } = result;
  const several = problem.contacts.length > 1;
  return [
    several ? contactsTable(problem, outcome) : componentsTable(problem, outcome),
    ...bodyTables(result),
    ...worldTables(result),
    ...speedTables(result),
    ...stageTables(problem, outcome),
    ...(outcome.events.length === 0 ? [] : [several ? severalEventsTable(problem, outcome) : eventsTable(problem, outcome)]),
    ...forceTables(result),
    ...forceLawTables(result),
    energyTable(outcome.energy),
    ...derivativeTables(result),
    ...accuracyTables(result),
    ...(several && problem.contacts.length <= MOST_COMPONENTS ? [componentsTable(problem, outcome)] : []),
    ...mobilityTables(problem),
    problemTable(problem),
    ...impactSeries(result),
  ];
}

/** More contacts than these are not listed component by component: result.json has them. */
const MOST_COMPONENTS = 4;
const IMPULSE_DIGITS = 4;

const impulse = (name: string): ResultColumn => ({ name, unit: "N s", digits: IMPULSE_DIGITS });
const speed = (name: string): ResultColumn => ({ name, unit: "m/s", digits: 3 });
const alongAxes = (name: string, unit?: string): ResultColumn[] =>
  ["x", "y", "z"].map((axis) => ({ name: name === "" ? axis : `${name} ${axis}`, ...(unit === undefined ? {} : { unit }), digits: 4 }));

/** A row for each component. */
function componentsTable(problem: ContactProblem, outcome: ImpactOutcome): ResultTable {
  return {
    name: "components",
    title: problem.contacts.length === 1 ? "At the contact" : "Components at the contacts",
    use: "page",
    columns: [{ name: "" }, speed("velocity before"), speed("velocity after"), impulse("impulse")],
    rows: componentNames(problem).map((name, i) => [name, problem.velocity[i], outcome.velocity[i], outcome.impulse[i]]),
  };
}

/** A row for each of several contacts. */
function contactsTable(problem: ContactProblem, outcome: ImpactOutcome): ResultTable {
  const columns: readonly (readonly [ResultColumn, readonly number[]])[] = [
    [impulse("normal impulse"), withoutRounding(normalsOf(problem, outcome.impulse))],
    [impulse("friction impulse"), withoutRounding(tangentialsOf(problem, outcome.impulse), outcome.impulse)],
    [speed("normal velocity before"), withoutRounding(normalsOf(problem, problem.velocity))],
    [speed("normal velocity after"), withoutRounding(normalsOf(problem, outcome.velocity), problem.velocity)],
    // Slip is measured by all that moves: where nothing slips, all of it is rounding.
    [speed("slip before"), withoutRounding(tangentialsOf(problem, problem.velocity), problem.velocity)],
    [speed("slip after"), withoutRounding(tangentialsOf(problem, outcome.velocity), problem.velocity)],
  ];
  return {
    name: "contacts",
    title: "At the contacts",
    use: "page",
    columns: [{ name: "" }, ...columns.map(([column]) => column), { name: "" }],
    rows: problem.contacts.map((_, i) => [contactName(problem, i), ...columns.map(([, values]) => values[i]), SLIP_WORDS[outcome.slip[i]]]),
  };
}

/** Before and after, a row each for every body. */
function bodyTables({ bodies }: ImpactResult): ResultTable[] {
  if (bodies === undefined) return [];
  const motions = Object.values(bodies).flatMap(({ before, after }) => [before, after]);
  const velocities = withoutRounding(motions.flatMap(({ velocity }) => velocity));
  const spins = withoutRounding(motions.flatMap(({ angularVelocity }) => angularVelocity));
  const three = (values: readonly number[], i: number) => values.slice(3 * i, 3 * i + 3);
  return [
    {
      name: "bodies",
      title: "Bodies, world axes",
      use: "page",
      columns: [{ name: "" }, { name: "" }, ...alongAxes("velocity", "m/s"), ...alongAxes("spin", "rad/s")],
      rows: Object.keys(bodies).flatMap((name, i) => [
        [name, "before", ...three(velocities, 2 * i), ...three(spins, 2 * i)],
        ["", "after", ...three(velocities, 2 * i + 1), ...three(spins, 2 * i + 1)],
      ]),
    },
  ];
}

/** Impulses and axes of the contacts in world axes. */
function worldTables({ problem, contacts }: ImpactResult): ResultTable[] {
  if (contacts === undefined) return [];
  const impulses = withoutRounding(contacts.flatMap(({ impulse: each }) => each));
  const axes = contacts.length > MOST_COMPONENTS ? (["normal"] as const) : (["tangent1", "tangent2", "normal"] as const);
  const names = { tangent1: "tangent 1", tangent2: "tangent 2", normal: "normal" };
  return [
    {
      name: "world-impulses",
      title: "Impulse on the first body, world axes",
      use: "page",
      columns: [{ name: "" }, ...alongAxes("", "N s")],
      rows: contacts.map((_, i) => [contactName(problem, i), ...impulses.slice(3 * i, 3 * i + 3)]),
    },
    {
      name: "axes",
      title: "Axes of the contacts, in world axes",
      use: "page",
      columns: [{ name: "" }, { name: "" }, ...alongAxes("")],
      rows: contacts.flatMap((contact, i) =>
        axes.map((axis, k) => [k === 0 ? contactName(problem, i) : "", names[axis], ...withoutRounding(contact[axis])]),
      ),
    },
  ];
}

function speedTables({ speeds }: ImpactResult): ResultTable[] {
  if (speeds === undefined) return [];
  const { before, after } = speeds;
  return [
    {
      name: "speeds",
      title: "Generalised speeds",
      use: "page",
      columns: [{ name: "" }, { name: "before", digits: 4 }, { name: "after", digits: 4 }],
      rows: before.map((value, i) => [`speed ${i + 1}`, value, after[i]]),
    },
  ];
}

const EVENT_COLUMNS: readonly ResultColumn[] = [
  impulse("normal impulse"),
  speed("slip speed"),
  speed("normal velocity"),
  { name: "stored energy", unit: "J", digits: 3 },
  { name: "friction loss", unit: "J", digits: 3 },
];

function eventsTable({ dimension }: ContactProblem, { events }: ImpactOutcome): ResultTable {
  return {
    name: "event-list",
    title: "Events",
    use: "page",
    columns: [{ name: "" }, ...EVENT_COLUMNS],
    rows: events.map(({ kind, normalImpulse, velocity, storedEnergy, frictionLoss }) => [
      EVENT_WORDS[kind],
      normalImpulse,
      lengthOf(velocity.slice(0, dimension - 1)),
      velocity[dimension - 1],
      storedEnergy,
      frictionLoss,
    ]),
  };
}

/** Every event with its contact, if it belongs to one. */
function severalEventsTable(problem: ContactProblem, { events, energy }: ImpactOutcome): ResultTable {
  const { dimension } = problem;
  return {
    name: "event-list",
    title: "Events",
    use: "page",
    columns: [{ name: "" }, { name: "contact" }, impulse("normal impulse of all"), ...EVENT_COLUMNS],
    rows: events.map((event) => {
      const { kind, contact, normalImpulse, velocity } = event;
      const own = contact === undefined ? [] : velocity.slice(contact * dimension, (contact + 1) * dimension);
      const speeds = withoutRounding([lengthOf(own.slice(0, -1)), own[dimension - 1] ?? 0], problem.velocity);
      return [
        EVENT_WORDS[kind],
        contact === undefined ? "all" : contactName(problem, contact),
        totalNormal(problem, event.impulse),
        ...(contact === undefined ? ["", "", ""] : [normalImpulse, ...speeds]),
        ...withoutRounding([event.storedEnergy, event.frictionLoss], [energy.before]),
      ];
    }),
  };
}

function forceTables({ problem, forces }: ImpactResult): ResultTable[] {
  if (forces === undefined || forces.time.length === 0) return [];
  return [
    {
      name: "peak-forces",
      title: "Forces",
      use: "page",
      columns: [
        { name: "" },
        { name: "peak force", unit: "N", digits: 4 },
        { name: "at", unit: "s", digits: 3 },
        { name: "deepest", unit: "m", digits: 3 },
        { name: "left", unit: "m", digits: 3 },
        { name: "patch radius", unit: "m", digits: 3 },
        { name: "regime" },
      ],
      rows: forces.contacts.map((contact, i) => [
        problem.contacts.length === 1 ? "contact" : contactName(problem, i),
        contact.peakForce,
        contact.peakTime,
        contact.deepestIndentation,
        contact.permanentIndentation,
        contact.patchRadius,
        contact.regime,
      ]),
    },
  ];
}

/** The hit by each force law. */
function forceLawTables({ forceLaws }: ImpactResult): ResultTable[] {
  if (forceLaws === undefined) return [];
  return [
    {
      name: "force-laws",
      title: "The hit by force laws",
      use: "both",
      columns: [
        { name: "force law" },
        { name: "restitution", digits: 4 },
        { name: "peak force", unit: "N", digits: 4 },
        { name: "duration", unit: "s", digits: 4 },
        { name: "deepest", unit: "m", digits: 4 },
        { name: "left", unit: "m", digits: 3 },
      ],
      rows: forceLaws.hits.map((hit) => [hit.name, hit.restitution, hit.peakForce, hit.duration, hit.deepestApproach, hit.finalApproach]),
    },
  ];
}

function accuracyTables({ accuracy, outcome }: ImpactResult): ResultTable[] {
  if (accuracy === undefined || outcome.events.length === 0) return [];
  return [
    {
      name: "accuracy",
      title: "Accuracy of the impulse",
      use: "page",
      columns: [
        { name: "condition of the mobility", digits: 2 },
        { name: "relative error, estimated", digits: 2 },
      ],
      rows: [[accuracy.condition, accuracy.error]],
    },
  ];
}

function energyTable({ before, after, frictionLoss, restitutionLoss, springLoss = 0, residual }: EnergyLedger): ResultTable {
  const rows: [string, number][] = [
    ["before", before],
    ["lost to friction", -frictionLoss],
    restitutionLoss < 0 ? ["made by the law", -restitutionLoss] : ["lost in restitution", -restitutionLoss],
    ...(springLoss > 0 ? [["left in the tangential springs", -springLoss] satisfies [string, number]] : []),
    ["after", after],
  ];
  return {
    name: "energy",
    title: "Energy",
    use: "page",
    columns: [{ name: "" }, { name: "energy", unit: "J", digits: 3 }, { name: "share", unit: "%", digits: 4 }],
    rows: [
      ...rows.map(([name, value]) => [name, value, before === 0 ? "" : (100 * value) / before]),
      ["left over by rounding", residual, ""],
    ],
  };
}
