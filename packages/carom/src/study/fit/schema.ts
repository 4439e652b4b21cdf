/**
 * The study file of kind `fit`: which values make another study move as was measured.
 *
 *     { "carom": 1, "kind": "fit", "title": ..., "base": a simulation or the name of its file,
 *       "recordings": [ { "file": "tosses.csv", "group": "toss", "body": "cube", "rate": 148, "spinAxes": "body" } ],
 *       "parameters": [ { "path": "contacts[0].friction", "from": 0.05, "to": 0.6, "scale": "log" }, ... ],
 *       "horizon": 0.07, "labels": { ... }, "trackingScale": { ... }, "slope": true, "laws": [ ... ], "folds": 5 }
 *
 * Instead of recordings of poses: `impacts`, velocities before and after single impacts, `bounces`, times or a sound, `squeeze`, push of a
 * hand against distance, or `slips`, pulls at which a body in a hand began to slide.
 */
import { z } from "zod";
import { count, fields, finite, line, oneOf, positive, text, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { lawNames } from "../format/law.js";
import { seedField } from "../sweep/schema.js";

const yesNo = z.boolean("is neither true nor false");
const atLeastNone = z.int("is not a whole number").min(0, "is negative");
const path = text.min(1, "is empty");
const file = z.exactOptional(
  text.describe(
    "file beside the study: CSV (a line of names, then numbers in SI units), C3D, NPY, or HDF5 with the dataset, take.h5#poses",
  ),
);
const csv = z.exactOptional(text.describe("instead of a file: its text"));
const columns = z.exactOptional(
  z
    .record(z.string(), text, "is not an object of names")
    .describe("names of columns in the file, by our names, where they differ; ours: see docs/fit.md"),
);

const restAngle = z.exactOptional(
  finite.describe("what the column angle says of a body that lies as the base has it without a turn, rad; taken off; default: 0"),
);

const recording = fields({
  file,
  csv,
  group: z.exactOptional(text.describe("column that tells recordings apart; default: the file is one recording")),
  body: text.describe("name of the body in the base that was recorded"),
  columns,
  markers: z.exactOptional(
    z
      .record(z.string(), vector, "is not an object of places")
      .describe(
        "places of markers on the body by their names, shape axes, m: poses are those that fit columns NAME_x, NAME_y, NAME_z best",
      ),
  ),
  spinAxes: z.exactOptional(oneOf(["body", "world"]).describe("axes of wx, wy, wz; default: world")),
  rate: z.exactOptional(positive.describe("frames per second, Hz, where the file has frame and no time")),
  restAngle,
});

const parameter = fields({
  path: path.describe("JSON path into the base, such as contacts[0].friction; or tracked.offset[1], or trackingScale"),
  name: z.exactOptional(line.describe("what tables call it; default: the path")),
  also: z.exactOptional(
    z
      .array(
        fields({
          path,
          factor: z.exactOptional(finite.describe("change of this field over that of the value; default: 1")),
        }),
        "is not a list of fields",
      )
      .describe("fields that change along, from what they are in the base: all three moments, or a size as its rounding grows"),
  ),
  from: finite.describe("least value"),
  to: finite.describe("largest value"),
  scale: z.exactOptional(oneOf(["linear", "log"]).describe("how starts are spread; default: linear")),
  prior: z.exactOptional(z.tuple([finite, positive], "is not a mean and a deviation").describe("mean and standard deviation")),
  per: z.exactOptional(z.literal("recording").describe("each recording has a value of its own; needs a prior; default: one for all")),
  step: z.exactOptional(positive.describe("the optimiser moves at most four of these; default: a fiftieth of the range")),
  difference: z.exactOptional(positive.describe("for derivatives; default: 0.004 of the range")),
});

const scales = z.tuple([positive, positive], "is not a length and an angle");

export const fitStudySchema = fields({
  ...headOf("fit"),
  base: z.exactOptional(
    z
      .union([text, z.record(z.string(), z.unknown(), "is not a study")], "is neither a study nor the name of a file")
      .describe("a simulation, with squeeze and slips a grasp, or the name of its file beside this one; not with bounces"),
  ),
  recordings: z.exactOptional(z.array(recording, "is not a list of recordings").min(1, "is empty").describe("poses at times")),
  impacts: z.exactOptional(
    fields({
      file,
      csv,
      columns,
      body: text.describe("name of the body in the base that was measured"),
      poses: z.exactOptional(
        yesNo.describe("the file holds poses at times, as in recordings; single impacts are found in it; default: false"),
      ),
      group: z.exactOptional(text.describe("of poses: column that tells recordings apart")),
      rate: z.exactOptional(positive.describe("of poses: frames per second, Hz, where the file has frame and no time")),
      restAngle,
    }).describe("velocities before and after single impacts, one impact a row"),
  ),
  bounces: z.exactOptional(
    fields({
      times: z.exactOptional(z.array(finite, "is not a list of times").describe("s, of one bounce after the other")),
      file: z.exactOptional(text.describe("CSV with a column time, or a WAV file whose clicks are found")),
      csv,
      wav: z.exactOptional(text.describe("instead of a file: the bytes of a WAV file, one character each")),
      height: z.exactOptional(positive.describe("from which the ball was let go, m")),
      release: z.exactOptional(finite.describe("when it was let go, s, on the clock of the times; needs height")),
      silence: z.exactOptional(finite.describe("when the last bounce was over, s")),
      terminalSpeed: z.exactOptional(positive.describe("of the ball in air, m/s; default: no drag")),
      gravity: z.exactOptional(positive.describe("m/s^2; default: 9.81")),
    }).describe("times of bounces on a floor, or a sound of them"),
  ),
  squeeze: z.exactOptional(
    fields({ file, csv, columns }).describe(
      "a squeeze of the base, a grasp: columns distance of every finger from where it touches, m, mean push, N, and where it was " +
        "measured bulge, by which the body got wider, level and across, m; parameters default to Young's modulus, with bulge " +
        "Poisson's ratio too; squeeze.start is one more, by how much the distances run ahead, m",
    ),
  ),
  slips: z.exactOptional(
    fields({
      file,
      csv,
      columns,
      fingers: z.exactOptional(count.describe("that share the pull; default: those of the base, or 2")),
    }).describe("tests until a body in a hand slides: columns push of a finger and pull along it, N"),
  ),
  parameters: z.exactOptional(z.array(parameter, "is not a list of parameters").min(1, "is empty").describe("what is fitted")),
  start: z.exactOptional(
    oneOf(["flight", "given", "free"]).describe(
      "where motions begin: the flight before contact, the velocity columns, or the flight moved within its errors; default: flight",
    ),
  ),
  horizon: z.exactOptional(positive.describe("how long after the first contact motions are compared, s; default: 0.07")),
  loss: z.exactOptional(z.literal("robust").describe("log(1 + |z|^2) of each frame, the only one")),
  scales: z.exactOptional(scales.describe("of position, m, and rotation, rad, that count as one; default: 0.001, 0.015")),
  split: z.exactOptional(
    fields({
      held: finite.min(0, "is negative").max(0.9, "is above 0.9").describe("part of the recordings that is not fitted to, only scored"),
      seed: seedField,
    }),
  ),
  trackingScale: z.exactOptional(
    fields({
      from: positive,
      to: positive,
      true: z
        .array(path, "is not a list of paths")
        .min(1, "is empty")
        .describe("fields of the base in true lengths; measured ones are shorter"),
    }).describe("true over measured lengths, from the strength of gravity in flight; fitted too where it is a parameter"),
  ),
  tracked: z.exactOptional(
    fields({ offset: vector.describe("centre of mass from the tracked centre, the shape's origin, body axes, m") }).describe(
      "the centre of mass",
    ),
  ),
  labels: z.exactOptional(
    fields({
      of: z.literal("tracked.offset").describe("what a label turns"),
      axes: z
        .array(oneOf(["+x", "-x", "+y", "-y", "+z", "-z"]), "is not a list of axes")
        .min(2, "names fewer than two axes")
        .describe("body axes that the tracker may have called the first of these"),
      order: z.exactOptional(
        text.describe("column by which recordings follow each other, and then mostly have the same label: that of `group`"),
      ),
      evidence: z.exactOptional(
        oneOf(["flight", "first", "contact"]).describe(
          "what labels of held recordings are found from besides neighbours: flight, 10 frames after contact too, or all; default: flight",
        ),
      ),
    }).describe("a label for each recording: which body axis the tracker called what"),
  ),
  slope: z.exactOptional(yesNo.describe("take the ground's slope under gravity from flights and bodies at rest; default: false")),
  polish: z.exactOptional(
    fields({
      horizon: positive.describe("s"),
      scales: scales.describe("m and rad"),
      paths: z
        .array(path, "is not a list of paths")
        .min(1, "is empty")
        .describe("parameters that act late, such as friction of long sliding"),
      again: z.exactOptional(
        yesNo.describe("they are fitted over the short time too, which their intervals are about; default: only where all are named"),
      ),
      every: z.exactOptional(count.describe("every so many recordings count, where that leaves 8; default: 1, all")),
    }).describe("fits some parameters once more, over a longer time with wider scales"),
  ),
  laws: z.exactOptional(
    z.array(oneOf(lawNames()), "is not a list of laws").min(1, "is empty").describe("laws to compare with that of the base"),
  ),
  folds: z.exactOptional(count.min(2, "is below 2").describe("fits as often without a part of the recordings, and scores these")),
  bootstrap: z.exactOptional(
    fields({
      resamples: z.exactOptional(count.describe("of the one-step bootstrap; default: 2000")),
      refits: z.exactOptional(atLeastNone.describe("resamples that are fitted whole; default: 0")),
      block: z.exactOptional(
        oneOf(["recording", "label"]).describe(
          "what is drawn: recordings, or runs of one label and impacts of one motion; default: the latter where there are any",
        ),
      ),
    }),
  ),
  spread: z.exactOptional(
    z.array(positive, "is not a list of times").describe("further horizons, s; how far values move with them is told; default: none"),
  ),
  profiles: z.exactOptional(atLeastNone.describe("points of each profile over three standard errors on either side; default: 0, none")),
  noiseFloor: z.exactOptional(yesNo.describe("how badly motions would be predicted if the fitted study were true; default: false")),
  search: z.exactOptional(
    fields({
      points: z.exactOptional(atLeastNone.describe("of the Sobol sequence over the bounds; 0: from the base; default: 64")),
      starts: z.exactOptional(count.describe("best of them that are followed down; default: 5")),
    }),
  ),
  seed: seedField,
  workers: z.exactOptional(count.describe("threads of carom fit; default: as many as cores")),
  ...foot,
}).check(({ value, issues }) => {
  const given = ["recordings", "impacts", "bounces", "squeeze", "slips"].filter((name) => value[name as keyof typeof value] !== undefined);
  const complain = (field: string, message: string) =>
    issues.push({ code: "custom", path: [field], input: value[field as keyof typeof value], message });
  if (given.length !== 1)
    complain(given[1] ?? "recordings", "is given, but a fit has one of recordings, impacts, bounces, squeeze and slips");
  else if (given[0] === "bounces") {
    if (value.base !== undefined) complain("base", "is given besides bounces, which need none");
  } else if (given[0] === "slips") {
    if (value.parameters !== undefined) complain("parameters", "is given besides slips, which tell the friction only");
  } else if (given[0] === "squeeze") {
    if (value.base === undefined) complain("base", "is given, but a squeeze needs one, a grasp");
  } else {
    if (value.base === undefined) complain("base", "is given, but recordings and impacts need one");
    if (value.parameters === undefined) complain("parameters", "is given, but recordings and impacts need some");
    const order = value.labels?.order;
    if (order !== undefined && !value.recordings?.every(({ group }) => group === order))
      complain("labels", `has the order ${order}, but recordings follow each other by their group`);
  }
});

/** A study of kind `fit`. */
export type FitStudy = z.infer<typeof fitStudySchema>;
/** One value that is fitted. */
export type FitStudyParameter = NonNullable<FitStudy["parameters"]>[number];
