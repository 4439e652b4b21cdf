/**
 * The study file of kind `sweep`: another study, run many times with some of its fields changed.
 *
 *     { "carom": 1, "kind": "sweep", "title": ..., "base": a study or the name of its file,
 *       "vary": [ { "path": "contacts[0].friction", "from": 0.1, "to": 0.5 }, ... ], "sampler": { "type": "sobol", "runs": 1024 },
 *       "seed": 1, "measure": [ { "what": "outcome.impulse[2]" }, ... ], "word": { ... }, "keep": [ ... ], "limits": { ... } }
 */
import { z } from "zod";
import { LARGEST_SEED } from "../../sweep/sampling/streams.js";
import { count, fields, finite, line, notOfType, oneOf, positive, quaternion, text, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";

const path = text.min(1, "is empty").describe("JSON path into the base, such as contacts[0].friction; the field must be there");
const name = z.exactOptional(line.describe("what tables call it; default: the path"));
const angle = positive.max(Math.PI, "is more than half a turn");
const deviation = positive.describe("standard deviation, > 0");

const DISTRIBUTIONS = ["uniform", "log-uniform", "normal", "truncated-normal", "log-normal", "column", "direction", "orientation"];
const distribution = z.discriminatedUnion(
  "type",
  [
    fields({ type: z.literal("uniform"), from: finite, to: finite }),
    fields({ type: z.literal("log-uniform"), from: positive, to: positive }),
    fields({ type: z.literal("normal"), mean: finite, deviation }),
    fields({ type: z.literal("truncated-normal"), mean: finite, deviation, from: finite, to: finite }),
    fields({
      type: z.literal("log-normal"),
      median: positive,
      deviation: positive.describe("standard deviation of the natural logarithm, > 0"),
    }),
    fields({
      type: z.literal("column"),
      file: z.exactOptional(text.describe("CSV file beside the study; its first line names the columns")),
      column: z.exactOptional(text.describe("name of the column")),
      values: z.exactOptional(z.array(finite, "is not a list of numbers").min(1, "is empty").describe("instead of a file")),
    }),
    fields({
      type: z.literal("direction"),
      length: z.exactOptional(positive.describe("of the vector; default: 1")),
      about: z.exactOptional(vector.describe("axis of a cone, any length; default: the whole sphere")),
      within: z.exactOptional(angle.describe("half-angle of the cone, rad")),
    }),
    fields({
      type: z.literal("orientation"),
      about: z.exactOptional(
        quaternion.describe(
          "what points down there points down here to `within`, with any turn about the vertical; default: all rotations",
        ),
      ),
      within: z.exactOptional(angle.describe("half-angle, rad")),
    }),
  ],
  notOfType("a distribution", DISTRIBUTIONS),
);

const value = z.union(
  [finite, text, z.boolean(), z.array(finite, "is not a list of numbers")],
  "is neither a number, nor a text, nor true or false, nor a list of numbers",
);
const entry = z.union(
  [
    fields({
      path,
      name,
      values: z.array(value, "is not a list").min(1, "is empty").describe("each of these; drawn: all are equally likely"),
    }),
    fields({
      path,
      name,
      from: finite.describe("first value"),
      to: finite.describe("last value"),
      count: z.exactOptional(count.describe("values in a grid, with both ends; needed by the sampler grid")),
      scale: z.exactOptional(oneOf(["linear", "logarithmic"]).describe("logarithmic: equal factors; default: linear")),
    }),
    fields({ path, name, distribution }),
    fields({
      paths: z.array(path, "is not a list of paths").min(2, "names fewer than two fields").describe("fields that go together"),
      name,
      mean: z.array(finite, "is not a list of numbers").describe("one for each path"),
      covariance: z.array(z.array(finite, "is not a list of numbers"), "is not a list of rows").describe("symmetric, positive definite"),
    }),
  ],
  "has neither values, nor from and to, nor a distribution, nor paths with mean and covariance",
);

const runs = count.describe("how many points are drawn");
const sensitivity = z.exactOptional(
  z
    .boolean("is neither true nor false")
    .describe("runs every point entries + 2 times with entries exchanged, from which Sobol indices follow; default: false"),
);
const sampler = z.discriminatedUnion(
  "type",
  [
    fields({ type: z.literal("grid") }),
    fields({ type: z.literal("latin-hypercube"), runs, sensitivity }),
    fields({ type: z.literal("sobol"), runs, sensitivity }),
    fields({ type: z.literal("random"), runs, sensitivity }),
  ],
  notOfType("a sampler", ["grid", "latin-hypercube", "sobol", "random"]),
);

const measure = fields({
  what: text.min(1, "is empty").describe("path into the result, one of its quantities, or the quotient of two, as in `published`"),
  name: z.exactOptional(line.describe("what tables call it; default: what")),
  unit: z.exactOptional(line.describe("of the number, such as N s")),
  optional: z.exactOptional(z.boolean("is neither true nor false").describe("the base need not have it; runs without it have no value")),
  classes: z.exactOptional(
    fields({
      at: z.array(finite, "is not a list of numbers").min(1, "is empty").describe("ascending; a value at an end belongs above it"),
      names: z.array(line, "is not a list of names").describe("one more than ends, from the lowest class up"),
    }).describe("makes a text of the number: what is counted is how often it falls between these ends"),
  ),
});

export const seedField = z.exactOptional(
  z
    .int("is not a whole number")
    .min(0, "is negative")
    .max(LARGEST_SEED, `is above ${LARGEST_SEED}`)
    .describe("master seed: each entry has a stream of its own from it, by its name; default: 1"),
);

export const limitsField = z.exactOptional(
  fields({
    seconds: z.exactOptional(positive.describe("of a run; beyond it the run has failed, which depends on the machine; default: none")),
    events: z.exactOptional(count.describe("of a run; default: none")),
    megabytes: z.exactOptional(positive.describe("heap of a worker of the command; default: that of Node")),
  }).describe("what a run may take before it is recorded as failed"),
);

export const sweepStudySchema = fields({
  ...headOf("sweep"),
  base: z
    .union([text, z.record(z.string(), z.unknown(), "is not a study")], "is neither a study nor the name of a file")
    .describe("the study that is run many times, of any kind but sweep; or the name of its file, beside this one"),
  vary: z.array(entry, "is not a list of entries").min(1, "is empty: nothing is varied").describe("the fields of the base that change"),
  sampler: sampler.describe("which values are run together"),
  seed: seedField,
  measure: z.exactOptional(z.array(measure, "is not a list of measures").describe("what is kept of each run; default: only its word")),
  word: z.exactOptional(
    fields({
      first: z.exactOptional(count.describe("only so many impacts; default: all")),
      slip: z.exactOptional(z.boolean("is neither true nor false").describe("whether the word says how contacts slipped; default: true")),
    }).describe("the sequence of events of each run as one word, for kinds that have one"),
  ),
  keep: z.exactOptional(
    z
      .array(
        fields({ measure: text.describe("name of a measure that is a number"), which: oneOf(["largest", "smallest", "median"]) }),
        "is not a list of runs to keep",
      )
      .describe("runs whose studies are kept whole; default: the largest, smallest and median of the first measure"),
  ),
  limits: limitsField,
  firstOrder: z.exactOptional(
    z
      .boolean("is neither true nor false")
      .describe(
        "tells beside the runs what derivatives at the means say of each measure: mean, deviation, share of each entry; " +
          "for impacts and simulations whose entries are ranges or distributions of numbers; default: false",
      ),
  ),
  ...foot,
});

/** A study of kind `sweep`. */
export type SweepStudy = z.infer<typeof sweepStudySchema>;
/** One entry of what is varied. */
export type SweepEntry = SweepStudy["vary"][number];
/** What is kept of each run. */
export type SweepMeasure = NonNullable<SweepStudy["measure"]>[number];
