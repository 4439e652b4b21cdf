import { describe, expect, it } from "vitest";
import { contactNames } from "./words.js";

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
  });
});
