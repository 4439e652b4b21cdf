import { describe, expect, it } from "vitest";
import { complaintsAbout, shapedPages } from "./page-shape.mjs";

const PARTS = ["Idea", "Assumptions", "Equations", "Algorithm", "Limits", "Validation", "Sources"];
const page = (parts, picture = "![a picture](figures/a.svg)\n") =>
  `# law\n\n${picture}\n${parts.map((part) => `## ${part}\n\nOne sentence. Another.\n`).join("\n")}`;

describe("the shape of a page", () => {
  it("has all parts in order, with others between them", () => {
    expect(complaintsAbout(page(PARTS))).toEqual([]);
    expect(complaintsAbout(page([...PARTS.slice(0, 1), "Study", ...PARTS.slice(1)]))).toEqual([]);
  });

  it("is missed where a part lacks, is empty, or stands elsewhere", () => {
    expect(complaintsAbout(page(PARTS.filter((part) => part !== "Limits")))).toEqual(['has no "## Limits"']);
    expect(complaintsAbout(page([...PARTS].reverse()))[0]).toContain("in this order");
    expect(complaintsAbout(page(PARTS).replace("## Sources\n\nOne sentence. Another.\n", "## Sources\n"))).toEqual([
      'says nothing under "## Sources"',
    ]);
  });

  it("begins with a picture and has an idea of three sentences", () => {
    expect(complaintsAbout(page(PARTS, ""))).toEqual(["has no picture before its first heading"]);
    expect(complaintsAbout(page(PARTS).replace("One sentence. Another.", "One. Two. Three. Four."))[0]).toContain("in 4 sentences");
  });

  it("is asked of every law and capability", () => {
    expect(shapedPages()).toEqual(expect.arrayContaining(["laws/frictional", "laws/newton", "simulation", "pickup", "fit"]));
    expect(shapedPages().length).toBeGreaterThanOrEqual(23);
  });
});
