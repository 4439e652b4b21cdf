/**
 * What mechanisms cost: poses with mass matrix, poses with bias, and accelerations, against the number of links; and the chain of ten links
 * that falls on a floor.
 *
 *     chain     every link hangs on the one before: all pairs of links are coupled, so a mass matrix has n^2 entries that are not zero
 *     tree      every link carries two: the way to the root is short
 *
 * Links are hinged about axes that differ, so nothing is planar. Processor time, the least over the rounds of the mean of many calls.
 */
import { readFileSync } from "node:fs";
import { createTree, createTreeDynamics, type Link, systemFromScene } from "carom/simulation";
import { parseStudyText, runSimulation } from "carom/study";
import type { Claim } from "./claims.js";
import { passesIn, timeRounds } from "./measure.js";
import type { PlotRow } from "./scale-plot.js";
import { digits, printHeading, printTable } from "./table.js";

const COUNTS = [5, 10, 20, 50, 100, 200];
const KINDS = ["chain", "tree"] as const;
type Kind = (typeof KINDS)[number];

/** Processor time that each measurement gets in a round, ms. */
const LEAST_TIME = 10;
/** The chain of ten links, simulated time 2 s, is to take less, s. */
const CHAIN_SECONDS = 2;
/** Quadratic growth from 50 to 200 links is 16; a little more is allowed for memory that no longer fits close to the processor. */
const QUADRATIC = 20;
const LINEAR = 6;

export interface MechanismRow {
  readonly kind: Kind;
  readonly links: number;
  /** Poses and mass matrix, microseconds. */
  readonly mass: number;
  /** Poses, velocities and bias. */
  readonly bias: number;
  /** Both, and the solution for the accelerations. */
  readonly accelerations: number;
}

export interface MechanismTable {
  readonly rows: readonly MechanismRow[];
  /** Of the chain that falls, s: of the first run, which is also compiled, and the least of the others. */
  readonly chain: { readonly first: number; readonly least: number; readonly impacts: number };
}

function linksOf(kind: Kind, count: number): Link[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `${i}`,
    parent: i === 0 ? "world" : `${kind === "chain" ? i - 1 : Math.floor((i - 1) / 2)}`,
    joint: { type: "revolute", position: [0.1, 0.02 * (i % 3), 0], axis: [i % 2, 1, (i % 3) / 2] },
    mass: 1,
    centre: [0.05, 0, 0],
    inertia: [
      [0.001, 0, 0],
      [0, 0.002, 0],
      [0, 0, 0.002],
    ],
  }));
}

/** What is measured of one mechanism: mass matrix, bias, accelerations. */
function jobsOf(kind: Kind, links: number): (() => void)[] {
  const given = linksOf(kind, links);
  const tree = createTree(given);
  const dynamics = createTreeDynamics(tree);
  const system = systemFromScene({
    bodies: Object.fromEntries(
      given.map(({ name, parent, joint, mass, centre, inertia }) => [
        `link ${name}`,
        {
          joint: { ...joint, parent: parent === "world" ? "world" : `link ${parent}` },
          mass,
          ...(centre === undefined ? {} : { centre }),
          ...(inertia === undefined ? {} : { inertia }),
        },
      ]),
    ),
  });
  const q = Float64Array.from({ length: links }, (_, i) => 0.3 * Math.sin(i + 1));
  const u = Float64Array.from({ length: links }, (_, i) => Math.cos(i + 1));
  const matrix = new Float64Array(links * links);
  const out = new Float64Array(links);
  // Another state in each call, so that nothing is remembered.
  const move = () => {
    q[0]! += 1e-6;
  };
  return [
    () => {
      move();
      tree.place(q);
      dynamics.massMatrix(matrix);
    },
    () => {
      move();
      tree.place(q);
      tree.move(u);
      dynamics.forces([0, 0, -9.81], out);
    },
    () => {
      move();
      system.forces(0, q, u, out);
      system.solveMass(q, out, out);
    },
  ];
}

export function measureMechanisms(rounds: number): MechanismTable {
  const sizes = KINDS.flatMap((kind) => COUNTS.map((links) => ({ kind, links })));
  const jobs = sizes.flatMap(({ kind, links }) => jobsOf(kind, links));
  const passes = jobs.map((job) => passesIn(LEAST_TIME, job));
  const times = timeRounds(
    jobs.map((job, j) => () => {
      for (let k = 0; k < passes[j]!; k++) job();
    }),
    rounds,
  );
  const each = times.map((row, j) => (1000 * Math.min(...row)) / passes[j]!);
  const rows = sizes.map((size, i) => ({ ...size, mass: each[3 * i]!, bias: each[3 * i + 1]!, accelerations: each[3 * i + 2]! }));
  const study = parseStudyText(readFileSync(new URL("../../examples/mechanism-chain.json", import.meta.url), "utf8"));
  if (study.kind !== "simulation") throw new Error("mechanism-chain is not a simulation");
  let impacts = 0;
  const seconds = Array.from({ length: Math.max(2, rounds) }, () => {
    const start = process.cpuUsage();
    impacts = runSimulation(study).events.filter(({ kind }) => kind === "impact").length;
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  });
  return { rows, chain: { first: seconds[0]!, least: Math.min(...seconds.slice(1)), impacts } };
}

type Measured = "mass" | "bias" | "accelerations";

export function mechanismClaims({ rows, chain }: MechanismTable): Claim[] {
  const growth = (kind: Kind, what: Measured) => {
    const at = (links: number) => rows.find((row) => row.kind === kind && row.links === links)![what];
    return at(200) / at(50);
  };
  const grows = (kind: Kind, what: Measured, most: number, how: string): Claim => {
    const factor = growth(kind, what);
    return {
      claim: `${what === "mass" ? "mass matrix" : what} of a ${kind}: from 50 to 200 links at most ${how}`,
      measured: `${digits(factor)} times`,
      passed: factor <= most,
    };
  };
  return [
    grows("chain", "mass", QUADRATIC, "quadratic growth"),
    grows("chain", "bias", LINEAR, "linear growth"),
    grows("chain", "accelerations", LINEAR, "linear growth"),
    grows("tree", "mass", QUADRATIC, "quadratic growth"),
    grows("tree", "bias", LINEAR, "linear growth"),
    {
      claim: `a chain of ten links falls on a floor, 2 s, in under ${CHAIN_SECONDS} s`,
      measured: `${digits(chain.first)} s at first, ${digits(chain.least)} s once compiled, ${chain.impacts} impacts`,
      passed: chain.least < CHAIN_SECONDS,
    },
  ];
}

export function printMechanisms({ rows }: MechanismTable, claims: readonly Claim[]): void {
  printHeading("Mechanisms: processor time of one evaluation, microseconds");
  printTable(
    ["links", "of", "mass matrix", "bias", "accelerations"],
    rows.map(({ kind, links, mass, bias, accelerations }) => [links, kind, digits(mass), digits(bias), digits(accelerations)]),
  );
  printTable(
    ["claim", "measured", ""],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "holds" : "FAILS"]),
  );
}

export function mechanismPlotRows({ rows }: MechanismTable): PlotRow[] {
  return rows
    .flatMap(({ kind, links, mass, bias }) => [
      { kind: `matrix, ${kind}`, count: links, value: mass },
      { kind: `bias, ${kind}`, count: links, value: bias },
    ])
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.count - b.count);
}
