/** Files beside a fit: its base with what this one names, tables of measurements, a sound. */
import { isFields } from "../format/fields.js";
import type { StudyFiles } from "../format/kind.js";
import { isMotionFile, motionCsv } from "../format/motion-files/motion-file.js";
import { namedByBase, withBase } from "../sweep/files.js";
import type { BaseKinds } from "../sweep/plan.js";

const isSound = (name: string) => /\.wav$/i.test(name);

export function fitFiles(kinds: BaseKinds): StudyFiles {
  return {
    named: (study, files = new Map()) => [
      ...(isFields(study) && study.base !== undefined ? namedByBase(study, files, kinds) : []),
      ...tables(study).flatMap(({ file }) => (typeof file === "string" ? [file] : [])),
    ],
    filled: (study, files) => {
      const whole = isFields(study) && study.base !== undefined ? withBase(study, files, kinds) : study;
      if (!isFields(whole)) return whole;
      const { recordings, impacts, bounces, squeeze, slips } = whole;
      return {
        ...whole,
        ...(Array.isArray(recordings) ? { recordings: recordings.map((each: unknown) => withText(each, files)) } : {}),
        ...(impacts === undefined ? {} : { impacts: withText(impacts, files) }),
        ...(bounces === undefined ? {} : { bounces: withText(bounces, files) }),
        ...(squeeze === undefined ? {} : { squeeze: withText(squeeze, files) }),
        ...(slips === undefined ? {} : { slips: withText(slips, files) }),
      };
    },
  };
}

function tables(study: unknown): Readonly<Record<string, unknown>>[] {
  if (!isFields(study)) return [];
  const { recordings, impacts, bounces, squeeze, slips } = study;
  return [...(Array.isArray(recordings) ? recordings : []), impacts, bounces, squeeze, slips].filter(isFields);
}

/** The text in the place of the name; of recordings the name stays, it names the only one. */
function withText(given: unknown, files: ReadonlyMap<string, string>): unknown {
  if (!isFields(given) || typeof given.file !== "string") return given;
  const text = files.get(given.file);
  if (text === undefined) return given;
  if (isSound(given.file)) return { ...given, wav: text };
  return { ...given, csv: isMotionFile(given.file) ? motionCsv(text, given.file, "file") : text };
}
