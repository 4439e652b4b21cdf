import { expect, it } from "vitest";
import { laws } from "../../impact/registry.js";
import { LAW_OPTIONS } from "./law.js";

it("has every option that a law says it takes, and no other", () => {
  expect([...LAW_OPTIONS].sort()).toEqual([...new Set(laws.flatMap(({ options }) => options))].sort());
});
