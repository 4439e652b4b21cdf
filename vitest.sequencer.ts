/** The longest test files first, so that no core waits while another ends the last of them; the others as Vitest orders them. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = [
  "src/study/examples.examples.test.ts",
  "src/simulation/loop/thrown.test.ts",
  "src/impact/many-contacts.test.ts",
  "src/simulation/loop/curved-pairs.test.ts",
  "src/math/elementary.test.ts",
  "src/impact/simultaneous-chains.test.ts",
  "src/impact/compliance/campaign.test.ts",
  "src/impact/invariants.test.ts",
  "src/simulation/steps/dense-scenes.test.ts",
  "cli/src/commands.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
