import { expect, it } from "vitest";
import { FILE_FORMATS, mutatedFile, tryFile } from "./mutated-files.js";

it.each(FILE_FORMATS)("%s files with random damage are refused in words, or read", (format) => {
  const outcomes = Array.from({ length: 60 }, (_, seed) => tryFile(mutatedFile(seed, format), format));
  // Both happen often, or the damage would be too small or too great to tell anything.
  expect(outcomes.filter((isRead) => isRead).length).toBeGreaterThan(3);
  expect(outcomes.filter((isRead) => !isRead).length).toBeGreaterThan(3);
});
