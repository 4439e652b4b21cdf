/** What came of a study of kind `batting`, in words. */
import type { TimeStretch } from "../../batting/reach.js";
import { numberText } from "../format/numbers.js";
import type { BattingResult, TriangleRun } from "./result.js";

/** The hit, or why there is none. */
export function battingSentence({ plan }: BattingResult): string {
  if (plan.status !== "solved") {
    // A search that ended in vain proves nothing.
    const verdict = plan.certificate === undefined && plan.searched === undefined ? "Not reachable" : "Not found";
    return `${verdict}: ${plan.reason}.`;
  }
  const { contactSpeed, flightTime, components } = plan.hit;
  return (
    `A contact velocity of ${numberText(contactSpeed)} m/s, ${numberText(-components[2])} of it along the normal, sends the ` +
    `object through the target after ${numberText(flightTime)} s.`
  );
}

/** How sure that is, which flights are possible, how far errors lead, and what the source's iteration makes of it. */
export function battingDetails({ plan, closedForm, drag, sensitivity, triangles, closedFormTurn }: BattingResult): string[] {
  return [
    ...(plan.status === "solved" ? solvedDetails(plan, closedForm.length, drag) : searchDetails(plan)),
    ...(closedFormTurn === undefined ? [] : [turnText(closedFormTurn)]),
    ...(sensitivity === undefined
      ? []
      : [
          `All errors together, of one standard deviation each, are an ellipse at the target with half axes of ` +
            `${numberText(sensitivity.ellipse.axes[0])} and ${numberText(sensitivity.ellipse.axes[1])} m.`,
        ]),
    ...(triangles === undefined
      ? []
      : [
          `Bounding triangles of the source, for comparison: by centroids ${triangleText(triangles.centroid)}, by midpoints ` +
            `${triangleText(triangles.midpoint)}.`,
        ]),
  ];
}

function turnText(turn: NonNullable<BattingResult["closedFormTurn"]>): string {
  if (turn === "none") return "No turn of the bat that was looked at makes a closed form.";
  if (turn.angle === 0) return "The bat need not be turned for a closed form.";
  const { contactSpeed, flightTime } = turn.hit;
  return (
    `Turned by ${numberText((turn.angle * 180) / Math.PI)} degrees about (${turn.axis.map((value) => numberText(value)).join(", ")}) ` +
    `the bat has a hit in closed form, of ${numberText(contactSpeed)} m/s and ${numberText(flightTime)} s.`
  );
}

type Plan<Status> = Extract<BattingResult["plan"], { readonly status: Status }>;

function solvedDetails({ hit, reachable }: Plan<"solved">, closedForms: number, drag: number): string[] {
  return [
    `Computed forwards it misses by ${hit.miss.toExponential(1)} m.`,
    `Flights ${reachable.map((stretch) => stretchText(stretch, drag)).join(" and ")} are possible.`,
    closedForms === 0 ? "There is no closed form." : `${closedForms} ${closedForms === 1 ? "is" : "are"} in closed form.`,
  ];
}

function searchDetails({ certificate }: Exclude<BattingResult["plan"], Plan<"solved">>): string[] {
  if (certificate === undefined) return [];
  return [
    `${certificate.directions} directions of the contact velocity and ${certificate.flightTimes} flight times were tried; the ` +
      `nearest miss is ${numberText(certificate.closestMiss)} m.`,
  ];
}

/** Ends that are bounds of the search are no bounds of what is possible; with drag it is not known what lies beyond. */
function stretchText({ from, to, cut }: TimeStretch, drag: number): string {
  const both = `of ${numberText(from)} to ${numberText(to)} s`;
  if (cut === undefined) return both;
  if (drag > 0)
    return `${both} (${cut === "both" ? "both ends are bounds" : `the ${cut === "from" ? "first" : "second"} is a bound`} of the search)`;
  return cut === "both" ? "of any time" : cut === "from" ? `of up to ${numberText(to)} s` : `of ${numberText(from)} s and more`;
}

function triangleText({ status, rounds, miss, replacements }: TriangleRun): string {
  const after = `after ${replacements} replacements and ${rounds} rounds`;
  return status === "solved" ? `${numberText(miss ?? 0)} m off ${after}` : `${status} ${after}`;
}
