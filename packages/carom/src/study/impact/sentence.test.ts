import { describe, expect, it } from "vitest";
import { solveFrictional } from "../../impact/frictional.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { describeOutcome } from "./sentence.js";

/** A ball-like contact (no coupling) or a rod-like one. */
function planar(coupling: number, velocity: readonly [number, number], friction: number, restitution = 0.8): ContactProblem {
  return {
    dimension: 2,
    contacts: [{ friction, restitution }],
    mobility: [
      [3, coupling],
      [coupling, 1],
    ],
    velocity,
  };
}

function said(problem: ContactProblem): string {
  return describeOutcome(solveFrictional(problem), problem);
}

describe("describeOutcome", () => {
  // Without coupling slip v falls at the rate 3 friction and stops at v / (3 friction); compression ends at 1, the impact at 1.8.
  it.each([
    [planar(0, [0.3, -1], 0.5), "It slips, stops during compression, then sticks."],
    [planar(0, [1.8, -1], 0.5), "It slips, stops after compression, then sticks."],
    [planar(0, [5, -1], 0.5), "It slips to the end."],
    [planar(0, [0, -1], 0.5), "It sticks from the beginning to the end."],
    [planar(0, [1, -1], 0), "It meets no friction."],
    [planar(0, [1, 1], 0.5), "The bodies are not approaching: nothing happens."],
    [planar(0, [5, -1], 0.5, 0), "It slips to the end and does not rebound."],
    [planar(0, [0.3, -1], 0.5, 0), "It slips, stops during compression, then sticks and does not rebound."],
    // A stopped contact needs |coupling| / 3 to stick, more than there is: it slips towards the coupling's sign.
    [planar(1, [-0.1, -1], 0.2), "It slips, stops during compression, then slips back."],
    [planar(-1, [0.1, -1], 0.2), "It slips, stops during compression, then slips back."],
    [planar(1, [0, -1], 0.2), "It starts from rest and slips to the end."],
  ])("of case %#", (problem, sentence) => {
    expect(said(problem)).toBe(sentence);
  });

  it("does not claim a direction it cannot know", () => {
    expect(describeOutcome(solveFrictional(planar(1, [-0.1, -1], 0.2)))).toBe("It slips, stops during compression, then slips again.");
  });

  it("tells several contacts one after the other, by name where they have one", () => {
    const {
      slip: [first],
      ...outcome
    } = solveFrictional(planar(0, [0.3, -1], 0.5));
    const two = { ...outcome, slip: [first!, "untouched" as const], velocity: [...outcome.velocity, 1, 1] };
    expect(describeOutcome(two)).toBe("Contact 1 slips, stops during compression, then sticks; contact 2 is not touched.");
    const single = planar(0, [0.3, -1], 0.5);
    const named = {
      ...single,
      contacts: [
        { ...single.contacts[0], name: "heel" },
        { ...single.contacts[0], name: "toe" },
      ],
    };
    expect(describeOutcome(two, named)).toBe("Contact heel slips, stops during compression, then sticks; contact toe is not touched.");
  });

  it("counts the times friction presses the bodies together again", () => {
    const outcome = solveFrictional(planar(0, [5, -1], 0.5));
    const again = { ...outcome.events[0], kind: "compression-restart" as const };
    expect(describeOutcome({ ...outcome, events: [again, ...outcome.events] })).toBe(
      "It slips to the end and is pressed together again once.",
    );
    expect(describeOutcome({ ...outcome, events: [again, again, ...outcome.events] })).toBe(
      "It slips to the end and is pressed together again 2 times.",
    );
  });
});
