/**
 * What happened in an impact, in one sentence for people. It tells the order of the events, not their numbers.
 */
import type { ImpactEvent, ImpactOutcome } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";

/**
 * @param outcome of any law
 * @param problem what the law was given; with it the sentence also says whether slip turned back, and calls contacts by their names
 */
export function describeOutcome(outcome: ImpactOutcome, problem?: ContactProblem): string {
  if (outcome.slip.every((slip) => slip === "untouched")) return "The bodies are not approaching: nothing happens.";
  if (outcome.slip.length === 1) return `It ${story(outcome, 0, problem)}.`;
  return [...stages(outcome), outcome.slip.length > MOST_STORIES ? crowd(outcome) : eachContact(outcome, problem)].join(" ");
}

/** More contacts than these are counted, not told one by one. */
const MOST_STORIES = 4;

function eachContact(outcome: ImpactOutcome, problem: ContactProblem | undefined): string {
  const stories = outcome.slip.map((_, i) => `ontact ${problem?.contacts[i]?.name ?? i + 1} ${story(outcome, i, problem)}`);
  return `C${stories.join("; c")}.`;
}

function stages({ stages: list = [] }: ImpactOutcome): string[] {
  if (list.length < 2) return [];
  const counts = list.map(({ contacts }) => contacts.length);
  return [`In ${list.length} stages, of ${counts.slice(0, -1).join(", ")} and ${counts.at(-1)} contact${counts.at(-1) === 1 ? "" : "s"}.`];
}

function crowd({ slip, events }: ImpactOutcome): string {
  const pushing = slip.filter((one) => one !== "untouched").length;
  const again = slip.filter((_, i) => pushesAgain(events.filter(({ contact }) => contact === i))).length;
  const stuck = slip.filter((one) => one === "sticks").length;
  const clauses = [
    `${pushing} of ${slip.length} contacts push`,
    ...(again === 0 ? [] : [`${again} of them push${again === 1 ? "es" : ""} again after having let go`]),
    ...(stuck === 0 ? [] : [`${stuck} stick${stuck === 1 ? "s" : ""} at the end`]),
  ];
  return `${clauses.join("; ")}.`;
}

function pushesAgain(events: readonly ImpactEvent[]): boolean {
  const open = events.findIndex(({ kind }) => kind === "contact-open");
  return open >= 0 && events.slice(open).some(({ kind }) => kind === "contact-close");
}

function story(outcome: ImpactOutcome, contact: number, problem: ContactProblem | undefined): string {
  const events = outcome.events.filter((event) => event.contact === contact || event.contact === undefined);
  return joinClauses([...slipClauses(outcome, contact, events, problem), ...pressClauses(outcome, contact, events)]);
}

function slipClauses(
  outcome: ImpactOutcome,
  contact: number,
  events: readonly ImpactEvent[],
  problem: ContactProblem | undefined,
): string[] {
  const stop = events.findIndex(({ kind }) => kind === "slip-stop");
  switch (outcome.slip[contact]) {
    case "untouched":
      return ["is not touched"];
    case "frictionless":
      return ["meets no friction"];
    case "sticks":
      return stop < 0 ? ["sticks from the beginning to the end"] : ["slips", `stops ${when(events, stop)}`, "then sticks"];
    case "restarts":
      return stop < 0
        ? ["starts from rest", "slips to the end"]
        : [
            "slips",
            `stops ${when(events, stop)}`,
            problem === undefined ? "then slips again" : turnsBack(outcome, contact, problem) ? "then slips back" : "then slips on",
          ];
    default:
      return ["slips to the end"];
  }
}

/** Before or after the end of the first compression. */
function when(events: readonly ImpactEvent[], stop: number): string {
  const turn = events.findIndex(({ kind }) => kind === "compression-end");
  return turn >= 0 && turn < stop ? "after compression" : "during compression";
}

/** Whether the slip at the end has a part against the slip before impact. */
function turnsBack({ velocity }: ImpactOutcome, contact: number, problem: ContactProblem): boolean {
  let product = 0;
  for (let i = contact * problem.dimension; i < (contact + 1) * problem.dimension - 1; i++) product += velocity[i] * problem.velocity[i];
  return product < 0;
}

function pressClauses(outcome: ImpactOutcome, contact: number, events: readonly ImpactEvent[]): string[] {
  const restarts = events.filter(({ kind }) => kind === "compression-restart").length;
  const size = outcome.velocity.length / outcome.slip.length;
  const clauses = restarts === 0 ? [] : [`is pressed together again ${restarts === 1 ? "once" : `${restarts} times`}`];
  if (pushesAgain(events)) clauses.push("pushes again after having let go");
  if (outcome.slip[contact] !== "untouched" && outcome.velocity[(contact + 1) * size - 1] === 0) clauses.push("does not rebound");
  return clauses;
}

/** "a", "a and b", "a, b, then c", "a, b and c". */
function joinClauses(clauses: readonly string[]): string {
  const last = clauses[clauses.length - 1];
  if (clauses.length === 1) return last;
  const first = clauses.slice(0, -1).join(", ");
  return last.startsWith("then ") ? `${first}, ${last}` : `${first} and ${last}`;
}
