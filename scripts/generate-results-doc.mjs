// Writes docs/results.md, the field names of --json, from the types of the library and their comments. With --check it only says whether
// the file is current.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { wrapped } from "./check-documents.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "docs/results.md");

/** Where the types stand, and the order in which the page tells them. */
const SOURCES = [
  "study/impact/result.ts",
  "mechanics/contact-problem.ts",
  "impact/outcome.ts",
  "impact/accuracy.ts",
  "impact/slip/analysis.ts",
  "impact/slip/directions.ts",
  "impact/slip/labels.ts",
  "impact/frictional.ts",
  "study/format/derivative-result.ts",
  "impact/derivatives/quantities.ts",
  "study/published.ts",
  "study/simulation/result.ts",
  "simulation/loop/interface.ts",
  "simulation/contact/tolerances.ts",
  "simulation/record/record.ts",
  "simulation/record/accumulation.ts",
  "study/clatter/result.ts",
  "clatter/rod-sequence.ts",
  "clatter/plate-sequence.ts",
  "clatter/floor-run.ts",
  "study/batting/result.ts",
  "batting/plan.ts",
  "batting/bat-motion.ts",
  "batting/reach.ts",
  "batting/scan.ts",
  "batting/sensitivity.ts",
  "study/elastic-rod/result.ts",
  "elastic-rod/bounce.ts",
  "force/forces.ts",
  "force/laws/law.ts",
  "force/laws/at-contact.ts",
  "elastic-rod/bounce-time.ts",
  "elastic-rod/bounces.ts",
  "elastic-rod/contact.ts",
  "elastic-rod/images.ts",
  "study/rest-shape/result.ts",
  "study/format/soft-skin.ts",
  "soft/mesh/mesh.ts",
  "soft/fem/elasticity.ts",
  "soft/fem/solid.ts",
  "soft/rest-shape/recover.ts",
  "soft/rest-shape/convergence.ts",
  "soft/rest-shape/one-tetrahedron.ts",
  "soft/rest-shape/sag.ts",
  "study/pickup/result.ts",
  "soft/pickup/pickup-run.ts",
  "soft/pickup/resolution.ts",
  "soft/pickup/checks.ts",
  "soft/pickup/contact-map.ts",
  "soft/pickup/force-closure.ts",
  "soft/pickup/lift-test.ts",
  "study/grasp/result.ts",
  "soft/grasp/account.ts",
  "soft/grasp/grasp.ts",
  "soft/grasp/search.ts",
  "soft/grasp/finger-shape.ts",
  "study/sweep/result.ts",
  "sweep/statistics/proportion.ts",
  "sweep/statistics/quantiles.ts",
  "sweep/statistics/rank-correlation.ts",
  "sweep/statistics/sobol-indices.ts",
  "sweep/statistics/histogram.ts",
  "sweep/statistics/convergence.ts",
  "sweep/statistics/nearest-change.ts",
  "study/fit/result.ts",
  "fit/bounces/bounces.ts",
  "fit/poses/checks.ts",
  "fit/poses/ground-frame.ts",
  "fit/program.ts",
  "fit/uncertainty/paired.ts",
].map((file) => join(root, "packages/carom/src", file));
const SECTIONS = [
  ["ImpactResult", "`carom run --json`, and `result.json` of `carom run --out`."],
  ["BodyMotion"],
  ["ContactProblem"],
  ["Contact"],
  ["ContactMaterial"],
  [
    "ImpactOutcome",
    "The field `outcome` of a result, so that a path such as `outcome.impulse[2]` names the normal component of its impulse.",
  ],
  ["ImpactEvent"],
  ["EventKind"],
  ["SlipOutcome"],
  ["EnergyLedger"],
  ["ImpactWarning"],
  ["ImpactHistory", "Only in `--json` and `--out`; `history.csv` holds the same columns."],
  ["ImpactForces", "Where contacts have a `contactLaw`; `forces.csv` holds the rows."],
  ["ContactForces"],
  ["ForceEvent"],
  ["ForceWarning"],
  ["ForceLawHits", "Where `forces` of the study has `laws`; `force-law-curves.csv` holds the rows."],
  ["ForceLawHit"],
  ["HitWarning"],
  ["ImpulseAccuracy"],
  ["SlipAnalysis"],
  ["InvariantDirection"],
  ["AvailableGradients", "One of the two forms of `gradients`."],
  ["MissingGradients", "The other form of `gradients`."],
  ["SlipLabel"],
  [
    "ImpactDerivativeTable",
    "Where the study asks for `derivatives`; `derivatives.csv` holds the numbers. Runs have the same, as `RunDerivatives`.",
  ],
  ["StudyDerivatives"],
  ["DerivativeRow"],
  ["DerivativeColumn"],
  ["DerivativeEntry"],
  ["DerivativeStatus"],
  ["ImpactEdge"],
  ["ImpactEdgeKind"],
  ["Comparison", "`carom compare --json`, and `result.json` of `carom compare --out`."],
  ["SimulationResult", "`carom run --json` on a study of kind `simulation`, and its `result.json`."],
  ["SimulationTolerances"],
  ["BodyState"],
  ["JointState"],
  ["RunLedger"],
  ["SteppedStretch"],
  ["Verification"],
  ["Accumulation"],
  ["RunDerivatives", "Where the study asks for `derivatives`; `derivatives.csv` holds the numbers."],
  ["Multiplier"],
  ["SimulationWarning"],
  ["SimulationSeries"],
  ["BodySeries"],
  ["JointSeries"],
  ["EnergySeries"],
  ["ContactRow"],
  ["RecordedImpact", "One element of `events`."],
  ["RecordedImpactContact"],
  ["RecordedChange", "One element of `events`."],
  ["RecordedRest", "One element of `events`."],
  ["RecordedRegime", "One element of `events`."],
  ["ClatterResult", "`carom run --json` on a study of kind `clatter`, and its `result.json`."],
  ["RodSequence"],
  ["RodStatus"],
  ["RodImpact"],
  ["PlateSequence"],
  ["PlateStatus"],
  ["PlateImpact"],
  ["PressedFloor"],
  ["FloorContact"],
  ["ElasticRodResult", "`carom run --json` on a study of kind `elastic-rod`, and its `result.json`."],
  ["ComputedRod"],
  ["RodGroups"],
  ["RodBounce"],
  ["RodMotion"],
  ["BounceBranch"],
  ["NoBounceReason"],
  ["RodEnergies"],
  ["ElasticRodSeries", "`contact.csv` holds the same columns."],
  ["RodBounces"],
  ["RodContact"],
  ["RodSeries", "`bounces.csv` holds the same columns."],
  ["ElasticRodWarning"],
  ["RestShapeResult", "`carom run --json` on a study of kind `rest-shape`, and its `result.json`."],
  ["RestShapeStatus"],
  ["MeshQuality"],
  ["RestShapeStep", "`history.csv` holds the same columns."],
  ["ConvergenceAnalysis"],
  ["RelaxationVerdict"],
  ["NormBound"],
  ["RelaxationCase"],
  ["TetrahedronSag"],
  ["Measures"],
  ["TurnedOver"],
  ["RestShapeWarning"],
  ["SkinWarning"],
  ["PickupResult", "`carom run --json` on a study of kind `pickup`, and its `result.json`."],
  ["PickupOutcome"],
  ["PickupRecord", "`squeeze.csv` and `lift.csv` hold the same columns."],
  ["ContactCounts"],
  ["FrozenGrip"],
  ["ForceClosure"],
  ["PickupShape"],
  ["PickupContact", "`contacts.csv` holds the same columns."],
  ["ContactMode"],
  ["ContactChecks"],
  ["PickupScheme"],
  ["PickupByModulus"],
  ["PickupWarning"],
  ["BattingResult", "`carom run --json` on a study of kind `batting`, and its `result.json`."],
  ["SolvedHit", "One of the two forms of `plan`."],
  ["UnreachableHit", "The other form of `plan`."],
  ["PlannedHit"],
  ["BatMotions"],
  ["BatMotion"],
  ["TimeStretch"],
  ["TimeSearch"],
  ["ScanCertificate"],
  ["HitSensitivity"],
  ["SensitivityRow"],
  ["BattingCone"],
  ["CurvePoint"],
  ["TriangleRun"],
  ["FitResult", "`carom run --json` on a study of kind `fit`, and `result.json` of `carom fit`."],
  ["RecordingsFit", "`fit` of recordings and of impacts."],
  ["BouncesFit", "`fit` of bounces."],
  ["BounceFit"],
  ["Estimate"],
  ["FittedParameter"],
  ["NotDetermined"],
  ["Score"],
  ["LawComparison"],
  ["PairedDifference"],
  ["GroundFrame"],
  ["ShownRecording"],
  ["Suspicion"],
  ["GraspResult", "`carom run --json` on a study of kind `grasp`, and its `result.json`."],
  ["GraspOutcome"],
  ["GraspRecord", "`steps.csv` holds them."],
  ["GraspPhase"],
  ["ContactCount"],
  ["GraspShape"],
  ["RoundedBox"],
  ["TriedPlace"],
  ["GraspWarning"],
  ["SweepResult", "`carom run --json` on a study of kind `sweep`, and its `result.json`; `summary.json` of `carom sweep`."],
  ["NumberSummary"],
  ["TextSummary"],
  ["Share"],
  ["Proportion"],
  ["Quantile"],
  ["RankCorrelation"],
  ["SobolIndex"],
  ["Histogram"],
  ["Density"],
  ["RunningMean"],
  ["NearestChange"],
  ["SweepMap"],
  ["KeptRun"],
  ["PublishedRow", "One element of the list that `carom reproduce --json` prints, which also has `example`, the name of the example."],
];

const declarations = new Map(
  SOURCES.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    return source.statements
      .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      .map((node) => [node.name.text, node]);
  }),
);

/** Fields that only some variants of an object have. */
const sometimes = new Set();

const page = wrapped(`<!-- Written by scripts/generate-results-doc.mjs from the types in packages/carom/src. Do not edit. -->

# Results

What \`carom run\`, \`compare\` and \`reproduce\` print with \`--json\`, and write to \`result.json\` with \`--out\`. These
names are stable: they change only with the format version \`carom\`. The library returns the same objects (\`runStudy\`,
\`compareStudy\`, \`evaluatePublished\` of \`carom/study\`).

SI units throughout. A contact's normal points into its first body, impulses are those on the first body, velocities are first body
minus second, and the bodies approach where the normal velocity is negative. Contact components are ordered tangent 1, tangent 2, normal
(planar: tangent, normal); those of contact i begin at place i times the number of components. A field marked "optional" may be absent.

${SECTIONS.map(([name, where]) => section(name, where)).join("\n\n")}
`);

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== page) {
    console.error("docs/results.md is not current: run node scripts/generate-results-doc.mjs");
    process.exit(1);
  }
  console.log("docs/results.md is current");
} else {
  writeFileSync(target, page);
}

function section(name, where) {
  const node = declarations.get(name);
  if (node === undefined) throw new Error(`there is no type ${name}`);
  const intro = [comment(node), where].filter((text) => text !== undefined && text !== "").join(" ");
  const body = ts.isInterfaceDeclaration(node) ? fieldTable(node) : valueTable(node.type);
  return [`## ${name}`, intro, body].filter((text) => text !== "").join("\n\n");
}

function fieldTable(node) {
  const parents = (node.heritageClauses ?? []).flatMap((clause) => clause.types.map((type) => type.expression.getText()));
  const inherited = parents.length === 0 ? "" : `All fields of ${parents.map(link).join(", ")}, and:\n\n`;
  const rows = node.members.flatMap((member) => fieldRows(member, ""));
  return `${inherited}| field | type | meaning |\n|---|---|---|\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`;
}

/** One row for the field, and one for each field of an object written in place. */
function fieldRows(member, prefix) {
  const name = `${prefix}${member.name.getText()}`;
  const { type, suffix, inner } = shapeOf(member.type);
  const meaning = [member.questionToken === undefined && !sometimes.has(member) ? "" : "Optional.", comment(member)]
    .filter((text) => text !== "")
    .join(" ");
  return [[`\`${name}\``, type, cell(meaning)], ...inner.flatMap((field) => fieldRows(field, `${name}${suffix}.`))];
}

/** How a type is called in the table, and the fields inside it where it is an object written in place. */
function shapeOf(type) {
  if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type)) return shapeOf(type.type);
  if (ts.isTypeLiteralNode(type)) return { type: "object", suffix: "", inner: [...type.members] };
  if (ts.isArrayTypeNode(type)) {
    const { type: element, suffix, inner } = shapeOf(type.elementType);
    return { type: `list of ${plural(element)}`, suffix: `[]${suffix}`, inner };
  }
  if (ts.isTupleTypeNode(type)) {
    const elements = type.elements.map((element) => shapeOf(element).type);
    return {
      type: new Set(elements).size === 1 ? `${elements.length} ${plural(elements[0])}` : elements.join(", "),
      suffix: "",
      inner: [],
    };
  }
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === "Readonly") return shapeOf(type.typeArguments[0]);
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === "Record") {
    const { type: element, suffix, inner } = shapeOf(type.typeArguments[1]);
    return { type: `${element} by name`, suffix: `.NAME${suffix}`, inner };
  }
  if (ts.isUnionTypeNode(type)) {
    const parts = type.types.map(shapeOf);
    const objects = parts.every((part) => part.type === "object");
    return {
      type: objects ? "object" : parts.map((part) => part.type).join(" or "),
      suffix: "",
      inner: objects
        ? distinct(
            parts.flatMap((part) => part.inner),
            parts.length,
          )
        : [],
    };
  }
  const text = type.getText();
  if (text === "Verdict") return { type: "text", suffix: "", inner: [] };
  if (text === "Triple") return { type: "3 numbers", suffix: "", inner: [] };
  if (ts.isTypeReferenceNode(type)) return { type: link(text), suffix: "", inner: [] };
  return { type: text === "string" ? "text" : cell(ts.isLiteralTypeNode(type) ? `\`${text}\`` : text), suffix: "", inner: [] };
}

/** Fields of the variants of an object, each once. */
function distinct(members, variants) {
  const count = (name) => members.filter((member) => member.name.getText() === name).length;
  for (const member of members) if (count(member.name.getText()) < variants) sometimes.add(member);
  return members.filter((member, i) => members.findIndex((other) => other.name.getText() === member.name.getText()) === i);
}

function plural(word) {
  return /^(number|text|object|boolean)$/.test(word) ? `${word}s` : word.startsWith("list") ? word.replace(/^list/, "lists") : word;
}

function link(name) {
  return declarations.has(name) && SECTIONS.some(([section]) => section === name) ? `[${name}](#${name.toLowerCase()})` : `\`${name}\``;
}

/** The values of a union, each with the comment before it. */
function valueTable(union) {
  const rows = union.types.map(
    (type, i) => `| \`${type.getText()}\` | ${cell(commentBetween(type, union.types[i - 1]?.end ?? union.pos))} |`,
  );
  return `| value | meaning |\n|---|---|\n${rows.join("\n")}`;
}

function comment(node) {
  const docs = node.jsDoc?.at(-1)?.comment;
  return oneLine(ts.getTextOfJSDocComment(docs) ?? "");
}

/** A value's comment stands before the bar that separates it from the one before. */
function commentBetween(node, from) {
  const text = node.getSourceFile().text.slice(from, node.getStart());
  return oneLine(/\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "");
}

function oneLine(text) {
  return text.replace(/\s*\n\s*\*?\s*/g, " ").trim();
}

function cell(text) {
  return text.replaceAll("|", "\\|");
}
