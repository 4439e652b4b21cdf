/** Error against time. */
import { type Measured, measure, ratioOf } from "./measure.js";
import { compared, curvatureStep, eulerStep, rungeKutta, series, taylor } from "./methods.js";
import { drawProblems, publishedProblems, timedFamilies } from "./problems.js";
import { digits, printHeading, printTable, ratio, small } from "./table.js";

export interface Scope {
  /** Problems per family. */
  readonly count: number;
  readonly rounds: number;
  readonly seed: number;
}

export interface NamedMeasurement {
  readonly problems: string;
  readonly methods: readonly Measured[];
}

/** The source's two configurations: each method over a range of its settings. */
export function measurePublished({ rounds }: Scope): NamedMeasurement[] {
  return publishedProblems.map(({ name, contact, steps }) => {
    const methods = [
      ...[1, 10, 100].map((finer) => eulerStep("NI", steps.numerical / finer)),
      ...[1, 10, 100].map((finer) => eulerStep("FS", steps.fixed / finer, 0.08 / finer)),
      curvatureStep,
      rungeKutta,
      taylor(12, 1e-8),
      taylor(18, 1e-12),
      taylor(24, 1e-15),
      series,
    ];
    return { problems: name, methods: measure(methods, [contact], rounds) };
  });
}

export function measureFamilies({ count, rounds, seed }: Scope): NamedMeasurement[] {
  return timedFamilies.map((family, i) => ({
    problems: family.name,
    methods: measure(compared, drawProblems(family, count, seed + i), rounds),
  }));
}

export function printPublished(measurements: readonly NamedMeasurement[]): void {
  for (const { problems, methods } of measurements) {
    printHeading(`Error against time: ${problems}`);
    const ours = methods.at(-1)!;
    printTable(
      ["method", "setting", "us", "times series", "error"],
      methods.map((m) => [m.name, m.setting, digits(m.microseconds), ratio(ratioOf(m.rounds, ours.rounds)), small(m.error.max)]),
    );
  }
}

export function printFamilies(measurements: readonly NamedMeasurement[], count: number): void {
  for (const { problems, methods } of measurements) {
    printHeading(`Error against time: ${problems} (${count} problems)`);
    const baseline = methods.find((m) => m.name === "DOPRI5")!;
    const variable = methods.find((m) => m.name === "VS")!;
    printTable(
      ["method", "setting", "us", "/ DOPRI5", "/ VS", "error median", "p99", "max", "gave up"],
      methods.map((m) => [
        m.name,
        m.setting,
        digits(m.microseconds),
        ratio(ratioOf(m.rounds, baseline.rounds)),
        ratio(ratioOf(m.rounds, variable.rounds)),
        small(m.error.median),
        small(m.error.p99),
        small(m.error.max),
        m.failures,
      ]),
    );
  }
}
