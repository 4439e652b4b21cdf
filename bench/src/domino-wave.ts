/**
 * How fast a row of dominoes falls, beside a stopwatch: a class let 28 dominoes fall and measured the length of the row and the time until
 * all lay (The Domino Effect, writework.com, 2001, abstract). The lengths it prints give a thickness of 5.8 mm. Height, friction and the
 * push on the first domino are not told, so they are ours, and the push is varied.
 *
 *     row     length of the row over the time from the push until the last domino lies, as the class has it, m/s
 *     front   speed at which dominoes begin to fall, from the tenth on, where it is steady, m/s
 */
import { createSimulation, type Scene, systemFromScene } from "carom/simulation";
import { digits, printHeading, printTable } from "./table.js";

/** m, and m/s as printed. */
const MEASURED: readonly (readonly [gap: number, speed: number])[] = [
  [0.005, 0.909],
  [0.01, 0.868],
  [0.015, 0.764],
  [0.02, 0.697],
  [0.025, 0.688],
];
/** rad/s of the first domino about its front edge: a touch, a push, a flick. */
const PUSHES = [4, 10, 25] as const;
const COUNT = 28;
const [THICKNESS, WIDTH, HEIGHT] = [0.0058, 0.0225, 0.045];
/** Between dominoes and on the table. */
const [FRICTION, TABLE] = [0.2, 0.4];
/** Turns at which a domino has begun to fall, and lies, rad. */
const [BEGUN, LIES] = [0.005, 1.4];
/** From this one on the front is steady. */
const STEADY = 10;
/** Between two looks, s, and the longest that is waited for the last to lie. */
const [LOOK, LONGEST] = [0.0005, 4];

export interface DominoWaveRow {
  readonly gap: number;
  readonly measured: number;
  /** One of each push. */
  readonly row: readonly number[];
  readonly front: readonly number[];
}

export function measureDominoWaves(): DominoWaveRow[] {
  return MEASURED.map(([gap, measured]) => {
    const waves = PUSHES.map((push) => fallOf(gap, push));
    return { gap, measured, row: waves.map(({ row }) => row), front: waves.map(({ front }) => front) };
  });
}

function fallOf(gap: number, push: number): { row: number; front: number } {
  const pitch = gap + THICKNESS;
  const system = systemFromScene(rowOf(pitch, push));
  const simulation = createSimulation(system, system.initialState(), { method: "steps", stepError: 1e-3 });
  const turnOf = (i: number) => 2 * Math.atan2(simulation.coordinates[7 * i + 4]!, simulation.coordinates[7 * i + 6]!);
  const begun: number[] = [];
  let time = 0;
  while (time < LONGEST && turnOf(COUNT - 1) < LIES) {
    time += LOOK;
    simulation.advance(time);
    while (begun.length < COUNT && Math.abs(turnOf(begun.length)) > BEGUN) begun.push(time);
  }
  return {
    row: (pitch * (COUNT - 1) + THICKNESS) / time,
    front: (pitch * (COUNT - 1 - STEADY)) / (begun[COUNT - 1]! - begun[STEADY]!),
  };
}

function rowOf(pitch: number, push: number): Scene {
  const names = Array.from({ length: COUNT }, (_, i) => `domino ${i}`);
  const pushed = { angularVelocity: [0, push, 0], velocity: [(push * HEIGHT) / 2, 0, (push * THICKNESS) / 2] } as const;
  const dominoes = names.map((name, i): [string, Scene["bodies"][string]] => [
    name,
    {
      shape: { type: "box", size: [THICKNESS, WIDTH, HEIGHT] },
      density: 1200,
      position: [pitch * i, 0, HEIGHT / 2],
      ...(i === 0 ? pushed : {}),
    },
  ]);
  const material = (friction: number) => ({ friction, restitution: 0 });
  return {
    bodies: { ...Object.fromEntries(dominoes), table: { plane: { normal: [0, 0, 1] } } },
    contacts: names.map((name) => ({ between: [name, "table"] as const, ...material(TABLE) })),
    material: material(FRICTION),
  };
}

export function printDominoWaves(rows: readonly DominoWaveRow[]): void {
  printHeading("A row of 28 dominoes beside a stopwatch");
  printTable(
    ["gap, mm", "measured, m/s", ...PUSHES.map((push) => `row, first pushed at ${push} rad/s`), "front, m/s"],
    rows.map(({ gap, measured, row, front }) => [
      (1000 * gap).toFixed(0),
      measured.toFixed(2),
      ...row.map((speed) => speed.toFixed(2)),
      `${digits(Math.min(...front), 2)} to ${digits(Math.max(...front), 2)}`,
    ]),
  );
}
