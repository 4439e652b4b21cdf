/**
 * Contact that lasts, part of `npm run stress`. One small simulation for every two shapes, sharp and rounded: the one falls, rolls or
 * slides on the other and on the floor (testing/shape-sweep.ts of the library). All must end, without gaining energy, with a ledger that
 * closes and nothing in anything else. Those that take longer than 5 s of processor time are listed.
 *
 * Then every kind of shape on every other, drawn onto it by a spring for a second, so that it glides, slides or rolls over it
 * (testing/pressed-pairs.ts): energy never grows, what presses touches, nothing is inside of the other, and by the motion of the body
 * at each place friction is against the slip or holds it.
 */
import { PRESSED_MOTIONS, pressedPair, runPressed, runSwept, SHAPE_KINDS, SWEPT_MOTIONS, SWEPT_PAIRS, sweptScene } from "carom/testing";
import { percentile } from "./statistics.js";
import { printHeading, printTable } from "./table.js";

/** Processor time, s: what is listed, and where a run is given up. */
const SLOW = 5;
const LONGEST = 60;

/** 1 if a run breaks a rule or does not end, else 0. */
export function sweepCampaign(): number {
  printHeading(`Simulations: every two of all shapes, ${SWEPT_PAIRS.length} pairs`);
  let broken = 0;
  const rows = SWEPT_MOTIONS.map((motion) => {
    let stepped = 0;
    const seconds = SWEPT_PAIRS.map(([first, second]) => {
      const started = processorTime();
      const spent = () => processorTime() - started;
      const run = runSwept(sweptScene(first, second, motion), () => spent() > LONGEST);
      if (run.stepped) stepped++;
      if (run.complaints.length > 0) broken++;
      if (run.complaints.length > 0 || spent() > SLOW)
        console.log(`${first} on ${second}, ${motion}: ${spent().toFixed(1)} s; ${run.complaints.join("; ") || "passes"}`);
      return spent();
    });
    return [motion, seconds.length, stepped, ...[0.5, 0.99, 1].map((part) => percentile(seconds, part).toFixed(2))];
  });
  printTable(["motion", "pairs", "with steps", "median s", "p99 s", "max s"], rows);
  console.log(`${broken} runs break a rule.`);
  return broken > 0 ? 1 : 0;
}

/** 1 if a run breaks a rule or does not end, else 0. `count`: for every two kinds and every motion. */
export function pressedCampaign(count: number, seed: number): number {
  printHeading(`Simulations: every kind of shape drawn onto every other, ${count} each, seed ${seed}`);
  let broken = 0;
  const pairs = SHAPE_KINDS.flatMap((first) => SHAPE_KINDS.map((second) => [first, second] as const));
  const rows = PRESSED_MOTIONS.map((motion) => {
    let [stepped, pressed] = [0, 0];
    const seconds = pairs.flatMap(([first, second], k) =>
      Array.from({ length: count }, (_, i) => {
        const own = 1_000_000 * seed + 10_000 * k + i;
        const started = processorTime();
        const spent = () => processorTime() - started;
        const run = runPressed(pressedPair(first, second, motion, own), () => spent() > LONGEST);
        if (run.stepped) stepped++;
        pressed += run.pressed;
        if (run.complaints.length > 0) broken++;
        if (run.complaints.length > 0 || spent() > SLOW)
          console.log(`${first} on ${second}, ${motion}, ${own}: ${spent().toFixed(1)} s; ${run.complaints.join("; ") || "passes"}`);
        return spent();
      }),
    );
    const share = (pressed / seconds.length).toFixed(2);
    return [motion, seconds.length, stepped, share, ...[0.5, 0.99, 1].map((part) => percentile(seconds, part).toFixed(2))];
  });
  printTable(["motion", "runs", "with steps", "pressed", "median s", "p99 s", "max s"], rows);
  console.log(`${broken} runs break a rule.`);
  return broken > 0 ? 1 : 0;
}

/** Of this program so far, s. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
