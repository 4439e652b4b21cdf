import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactNames, shortened } from "../contact-name.js";
import type { Point } from "../svg.js";
import { thinnedRows } from "./course.js";
import { simplified } from "./curves.js";

const points = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -200, max: 200 })), { minLength: 2, maxLength: 60 })
  .map((steps) => {
    let x = 0;
    return steps.map(([dx, y]): Point => {
      x += dx / 10;
      return [x, y];
    });
  });

it("a simplified line keeps its ends and stays within the tolerance of every point it leaves out", () => {
  fc.assert(
    fc.property(points, (line) => {
      const kept = simplified(line, 2);
      expect(kept[0]).toBe(line[0]);
      expect(kept[kept.length - 1]).toBe(line[line.length - 1]);
      for (const [x, y] of line) {
        const next = Math.max(
          1,
          kept.findIndex(([at]) => at >= x),
        );
        const [a, b] = [kept[next - 1]!, kept[next]!];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        expect(Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length).toBeLessThan(2.0001);
      }
    }),
  );
});

it("a straight line needs two points", () => {
  const line = Array.from({ length: 100 }, (_, i): Point => [i, 3 * i]);
  expect(simplified(line)).toEqual([line[0], line[99]]);
});

it("thinned rows keep both sides of a jump, the first and the last", () => {
  const total = [0, ...Array.from({ length: 1000 }, (_, i) => i / 1000), 0.999, 1];
  const rows = thinnedRows(total, 50);
  expect(rows.length).toBeLessThan(70);
  expect(rows).toEqual(expect.arrayContaining([0, 1, 1000, 1001, 1002]));
});

describe("names of contacts", () => {
  const problem = (names: (string | undefined)[]) => ({
    dimension: 3 as const,
    contacts: names.map((name) => ({ friction: 0, restitution: 1, ...(name === undefined ? {} : { name }) })),
    mobility: [],
    velocity: [],
  });
  const unnamed = problem(Array.from({ length: 12 }, () => undefined));

  it("count from one, in ranges where they follow each other", () => {
    expect(contactNames(unnamed, [4])).toBe("contact 5");
    expect(contactNames(unnamed, [0, 1])).toBe("contacts 1, 2");
    expect(contactNames(unnamed, [1, 2, 3, 4])).toBe("contacts 2 to 5");
    expect(contactNames(unnamed, [0, 2, 4, 6, 8, 9])).toBe("contacts 1, 3, 5 and 3 more");
    expect(
      contactNames(
        unnamed,
        unnamed.contacts.map((_, i) => i),
      ),
    ).toBe("all contacts");
  });

  it("are the study's own where it gives them", () => {
    expect(contactNames(problem(["left", "right", undefined]), [0, 1])).toBe("left, right");
    expect(contactNames(problem(["left", "right", undefined]), [0, 2])).toBe("left, contact 3");
    expect(shortened("a very long name", 6)).toBe("a ver…");
    expect(shortened("short", 6)).toBe("short");
  });
});
