/** Impulses of the impact that is shown, or the forces of contacts that last, as arrows with the largest in words. */
import type { RecordedForces } from "carom/simulation";
import { type SimulationStudy, unitsOfImpact } from "carom/study";
import { type Object3D, Vector3 } from "three";
import { type Arrow, arrow } from "../../stage/arrow.js";
import type { StageColours } from "../../stage/colours.js";
import { between } from "../../ui/between.js";
import type { Moment } from "../axis.js";
import type { Motion } from "../motion.js";
import { hardestContact, type Run, strikersOf } from "../run.js";
import { reachOf, solidOf } from "../solids.js";
import type { SceneWord } from "./scene.js";

/** Arrows that can be seen at once. */
const MOST_ARROWS = 24;
/**
 * The longest arrow, as a part of the size of the scene, and of the height of the picture where that is smaller; where time is open in an
 * impact, of the smallest body that strikes.
 */
const LONGEST = 0.3;
const LONGEST_INSIDE = 1.5;
/** Of its length. */
const THICKNESS = 0.04;
/** An impact is shown for this part of the run after its instant where time is not open there. */
const FLASH = 0.012;
/** Of more contacts that last, none is told in words. */
const MOST_TOLD = 4;

type Triple = readonly [number, number, number];
type LastingContact = Run["series"]["contacts"][number];

export interface SceneArrows {
  readonly objects: readonly Object3D[];
  paint(colours: StageColours): void;
  /** Returns the words at the arrows. @param height of the picture where it is looked at, m */
  show(moment: Moment, visible: boolean, height: number): readonly SceneWord[];
}

/** One arrow to be drawn. */
interface Drawn {
  readonly at: Triple;
  readonly direction: Triple;
  /** Part of the longest. */
  readonly length: number;
  readonly mode: "slip" | "stick";
  readonly text: string | undefined;
}

/** @param radius of the scene, m */
export function sceneArrows(study: SimulationStudy, run: Run, motion: Motion, radius: number): SceneArrows {
  const arrows: Arrow[] = Array.from({ length: MOST_ARROWS }, () => {
    const one = arrow();
    one.object.visible = false;
    return one;
  });
  const largest = largestOf(run);
  const byRow = contactsByRow(run);
  const vector = new Vector3();
  const foot = new Vector3();
  let colours: StageColours | undefined;

  function arrowsAt(moment: Moment, height: number): { readonly longest: number; readonly drawn: readonly Drawn[] } {
    const impact = shownImpact(run, moment);
    const longest = LONGEST * Math.min(radius, height);
    if (impact === undefined) return { longest, drawn: lastingArrows(byRow.get(motion.rowAt(moment.time)) ?? [], largest.force) };
    const { index, part } = impact;
    if (moment.inside === undefined) return { longest, drawn: impactArrows(run, index, part, false, largest.impulse) };
    // Open, an impact has a scale of its own: the camera is near, and no other one is in the picture.
    return {
      longest: Math.min(2 * LONGEST * radius, LONGEST_INSIDE * smallestOf(run.impacts[index])),
      drawn: impactArrows(run, index, part, true, largestImpulse([run.impacts[index]])),
    };
  }

  const reaches = new Map<string, number>();
  /** Of the smallest body that strikes, m. */
  function smallestOf(impact: Run["impacts"][number]): number {
    const sizes = strikersOf(impact).flatMap((name) => {
      const solid = study.bodies[name] === undefined ? undefined : solidOf(study.bodies[name]);
      if (solid === undefined) return [];
      if (!reaches.has(name)) reaches.set(name, reachOf(solid));
      return [reaches.get(name)!];
    });
    return sizes.length === 0 ? radius : Math.min(...sizes);
  }

  return {
    objects: arrows.map(({ object }) => object),
    paint: (next) => {
      colours = next;
    },
    show: (moment, visible, height) => {
      const words: SceneWord[] = [];
      const { longest, drawn: all } = visible ? arrowsAt(moment, height) : { longest: 1, drawn: [] };
      const drawn = all.filter(({ length }) => length > 0);
      arrows.forEach((one, i) => {
        const shown = drawn[i];
        if (shown === undefined) {
          one.object.visible = false;
          return;
        }
        foot.set(...shown.at);
        vector.set(...shown.direction).setLength(shown.length * longest);
        one.set(foot, vector, THICKNESS * longest);
        if (colours !== undefined) one.paint(colours[shown.mode]);
        if (shown.text !== undefined && one.object.visible)
          words.push({ at: foot.clone().add(vector), from: foot.clone(), text: shown.text, className: `force ${shown.mode}` });
      });
      return words;
    },
  };
}

function largestOf({ impacts, series: { contacts } }: Run): { impulse: number; force: number } {
  let force = 0;
  for (const contact of contacts) force = Math.max(force, Math.hypot(...contact.force));
  return { impulse: largestImpulse(impacts), force: force || 1 };
}

function largestImpulse(impacts: Run["impacts"]): number {
  let largest = 0;
  for (const { contacts } of impacts) for (const { worldImpulse } of contacts) largest = Math.max(largest, Math.hypot(...worldImpulse));
  return largest || 1;
}

/** The one in which time is open, or the last one: none before it has happened. */
function shownImpact({ impacts, end }: Run, { time, inside }: Moment): { index: number; part: number } | undefined {
  if (inside !== undefined) return { index: inside.impact, part: inside.part };
  const near = FLASH * end;
  let best: number | undefined;
  impacts.forEach((impact, i) => {
    if (impact.time > time || time - impact.time > near) return;
    if (best === undefined || impact.time > impacts[best].time) best = i;
  });
  return best === undefined ? undefined : { index: best, part: 1 };
}

/**
 * @param part of its impulse, so far
 * @param open whether time is open in this impact
 * @param largest impulse that there is a scale for, N s
 */
function impactArrows({ impacts, series }: Run, index: number, part: number, open: boolean, largest: number): Drawn[] {
  const impact = impacts[index];
  const { contacts, forces } = impact;
  const hardest = hardestContact(impact);
  return contacts.map((contact, i) => {
    const size = Math.hypot(...contact.worldImpulse) * part;
    const known = forces === undefined ? undefined : forceInside(forces, i, open ? part : undefined);
    const length = known === undefined || forces === undefined ? size / largest : known / forces.contacts[i].peakForce;
    const text = known === undefined ? `${Number(size.toPrecision(3))} ${unitsOfImpact(contact, series.joints).impulse}` : forceText(known);
    return {
      at: contact.point,
      direction: contact.worldImpulse,
      length,
      mode: contact.slip === "sticks" ? "stick" : "slip",
      text: contact === hardest ? text : undefined,
    };
  });
}

/** Normal force of a contact at a part of the impulse of its impact; the largest where it is not open. */
function forceInside({ normalImpulse, contacts }: RecordedForces, contact: number, part: number | undefined): number {
  const { normalForce, peakForce } = contacts[contact];
  return part === undefined ? peakForce : between(normalImpulse, normalForce, part * normalImpulse[normalImpulse.length - 1]);
}

/** @param largest force of the run, N */
function lastingArrows(present: readonly LastingContact[], largest: number): Drawn[] {
  const hardest = present.reduce((most, { normalForce }) => Math.max(most, normalForce), 0);
  return present.map(({ point, force, normalForce, mode }) => {
    const size = Math.hypot(...force);
    return {
      at: point,
      direction: force,
      length: (0.6 * size) / largest,
      mode: mode === "slip" ? "slip" : "stick",
      text: normalForce === hardest && present.length <= MOST_TOLD ? forceText(size) : undefined,
    };
  });
}

function contactsByRow({ series: { contacts } }: Run): ReadonlyMap<number, readonly LastingContact[]> {
  const rows = new Map<number, LastingContact[]>();
  for (const contact of contacts) {
    const list = rows.get(contact.row);
    if (list === undefined) rows.set(contact.row, [contact]);
    else list.push(contact);
  }
  return rows;
}

function forceText(size: number): string {
  return `${Number(size.toPrecision(3))} N`;
}
