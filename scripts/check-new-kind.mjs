// Whether a new kind of study costs what CONTRIBUTING.md says: six new files and a row in each of four. A pendulum is added, in memory:
//
// - with its row in the library alone the compiler names exactly the three registries that lack it;
// - with all rows there is no error left, and no other file had one;
// - the command, made from these sources, then runs a study of it: sentence, table, CSV, figure and report.
//
// scripts/fixtures/pendulum/ holds the new files, laid out as they would stand in the tree, the rows, and the study.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { ROWS } from "./fixtures/pendulum/rows.mjs";
import { filesIn, isTest, root } from "./source-files.mjs";

const FIXTURE = "scripts/fixtures/pendulum";
const MOST_NEW = 6;
const MOST_EDITED = 4;
const [LIBRARY_ROW, ...OTHER_ROWS] = Object.keys(ROWS);
/** Where a kind may matter: the parts of the library below the studies may not know them. */
const FOLDERS = ["packages/carom/src/study", "packages/figures/src", "packages/cli/src", "packages/lab/src", "packages/lab/build"];
/** Words of the registry: a file without any of them, a test too, has nothing of all kinds that a new one could break. */
const OF_KINDS = /\b(Kind|KINDS|kindNamed|kinds|Study|StudyOf|StudyResult|ResultOf|runStudy)\b|\.kind\b/;

const newFiles = new Map(filesIn(`${FIXTURE}/packages`, /\.tsx?$/).map((file) => [relative(FIXTURE, file), read(file)]));
const edited = new Map(Object.entries(ROWS).map(([file, rows]) => [file, rows.reduce(withRow, read(file))]));
expect(newFiles.size <= MOST_NEW, `a kind needs ${newFiles.size} new files; at most ${MOST_NEW}`);
expect(edited.size <= MOST_EDITED, `a kind needs ${edited.size} edited files; at most ${MOST_EDITED}`);
const recipe = read("CONTRIBUTING.md");
for (const file of [...newFiles.keys(), ...edited.keys()]) expect(recipe.includes(`    ${file} `), `CONTRIBUTING.md does not name ${file}`);

/** What no file imports: the command, and declarations. */
const FIRST = ["packages/cli/src/main.ts", ...filesIn("packages/lab/src", /\.d\.ts$/)].map((file) => join(root, file));
/** Read in place of the files of the tree. */
const overlay = new Map();
const options = compilerOptions();
const host = hostWith(overlay);

put([...newFiles].filter(([file]) => file.startsWith(dirname(LIBRARY_ROW))));
put([[LIBRARY_ROW, edited.get(LIBRARY_ROW)]]);
const ofKinds = FOLDERS.flatMap((each) => filesIn(each, /\.tsx?$/)).filter((file) => OF_KINDS.test(read(file)));
const lacking = compiled(new Set(ofKinds));
const named = [...new Set(lacking.errors.map(({ file }) => file))].sort().join();
const missing = lacking.errors.filter(({ text }) => text.includes("Property 'pendulum' is missing")).map(({ file }) => file);
expect(
  named === [...OTHER_ROWS].sort().join() && OTHER_ROWS.every((row) => missing.includes(row)),
  `with the row of the library alone the compiler should name ${OTHER_ROWS.join(", ")}; it says\n${listed(lacking.errors)}`,
);

put(newFiles);
put(edited);
// What other files see of the registries is the same as before.
const whole = compiled(new Set([...newFiles.keys(), ...edited.keys()]), lacking.program);
expect(whole.errors.length === 0, `with all rows there should be no errors; there are\n${listed(whole.errors)}`);

const folder = mkdtempSync(join(tmpdir(), "carom-new-kind-"));
try {
  build(whole.program, folder);
  checkRun(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`a new kind: ${newFiles.size} new files, ${edited.size} rows; the compiler names the rows that lack`);

function expect(condition, complaint) {
  if (condition) return;
  console.error(complaint);
  process.exit(1);
}

function read(file) {
  return readFileSync(join(root, file), "utf8");
}

function withRow(text, { after, insert }) {
  expect(text.split(after).length === 2, `${FIXTURE}/rows.mjs: "${after}" does not stand once in its file`);
  return text.replace(after, () => after + insert);
}

function put(files) {
  for (const [file, text] of files) overlay.set(join(root, file), text);
}

/** Reads the overlay first, and parses a text once. */
function hostWith(files) {
  const folders = new Set([...newFiles.keys()].map((file) => dirname(join(root, file))));
  const plain = ts.createCompilerHost(options);
  const parsed = new Map();
  return {
    ...plain,
    readFile: (path) => files.get(path) ?? plain.readFile(path),
    fileExists: (path) => files.has(path) || plain.fileExists(path),
    directoryExists: (path) => folders.has(path) || plain.directoryExists(path),
    getSourceFile: (path, settings) => {
      const text = files.get(path);
      const known = parsed.get(path);
      if (known !== undefined && (text === undefined || known.text === text)) return known;
      const file = text === undefined ? plain.getSourceFile(path, settings) : ts.createSourceFile(path, text, settings);
      parsed.set(path, file);
      return file;
    },
  };
}

/** Those of the lab, which are the widest; the packages find each other's sources, so that nothing has to be built in between. */
function compilerOptions() {
  const lab = join(root, "packages/lab");
  const { config } = ts.readConfigFile(join(lab, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: ["src/main.tsx"], include: [], references: [] }, ts.sys, lab);
  return {
    ...options,
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    sourceMap: false,
    outDir: join(root, "node_modules/.cache/new-kind"),
    rootDir: root,
    paths: { ...sourcesOf("packages/carom"), ...sourcesOf("packages/figures") },
  };
}

function sourcesOf(workspace) {
  const { name, exports } = JSON.parse(read(`${workspace}/package.json`));
  return Object.fromEntries(
    Object.entries(exports).map(([key, { types }]) => [
      key.replace(/^\./, name),
      [join(root, workspace, types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts"))],
    ]),
  );
}

/** The sources as one program, and what the compiler has to say of those that are asked for. */
function compiled(asked, before) {
  const roots = new Set([...ofKinds.map((file) => join(root, file)), ...overlay.keys(), ...FIRST]);
  const program = ts.createProgram([...roots], options, host, before);
  const found = program
    .getSourceFiles()
    .filter(({ fileName }) => asked.has(relative(root, fileName)))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  return {
    program,
    errors: found.map(({ file, messageText }) => ({
      file: relative(root, file.fileName),
      text: ts.flattenDiagnosticMessageText(messageText, " "),
    })),
  };
}

function listed(errors) {
  return errors.map(({ file, text }) => `  ${file}: ${text}`).join("\n");
}

/** The command and what it is made of, as packages in a folder. */
function build(program, target) {
  const write = (path, text) => {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const source of program.getSourceFiles()) {
    const path = relative(root, source.fileName);
    if (!/^packages\/(carom|figures|cli)\/src\//.test(path) || isTest(path)) continue;
    // Its types have been looked at; emit would do that again.
    const { outputText } = ts.transpileModule(source.text, { compilerOptions: options, fileName: source.fileName });
    write(path.replace("/src/", "/dist/").replace(/\.ts$/, ".js"), outputText);
  }
  mkdirSync(join(target, "node_modules/@carom"), { recursive: true });
  for (const [name, workspace] of Object.entries({ carom: "carom", "@carom/figures": "figures", "@carom/cli": "cli" })) {
    write(`packages/${workspace}/package.json`, read(`packages/${workspace}/package.json`));
    symlinkSync(join(target, "packages", workspace), join(target, "node_modules", name), "junction");
  }
  cpSync(join(root, "packages/cli/bin"), join(target, "packages/cli/bin"), { recursive: true });
  for (const name of ["zod", "picocolors"]) symlinkSync(join(root, "node_modules", name), join(target, "node_modules", name), "junction");
  const commander = ["packages/cli/node_modules", "node_modules"].map((each) => join(root, each, "commander")).find(ts.sys.directoryExists);
  symlinkSync(commander, join(target, "node_modules/commander"), "junction");
}

/** The command with the new kind: what it prints, and what it writes. */
function checkRun(target) {
  const command = (...args) =>
    execFileSync(process.execPath, [join(target, "packages/cli/bin/carom.js"), ...args], { cwd: target, encoding: "utf8" });
  const study = join(root, FIXTURE, "study.json");
  const output = join(target, "out");
  const { period } = JSON.parse(command("run", study, "--json"));
  // From the horizontal a swing takes 2 K(1/2) / pi = 1.18034059901609... times that of small swings (Abramowitz and Stegun, table 17.1).
  const expected = 1.18034059901609 * 2 * Math.PI * Math.sqrt(1 / 9.81);
  expect(Math.abs(period / expected - 1) < 1e-13, `the period is ${period} s, not ${expected} s`);
  const sentence = `The pendulum swings to and fro in ${period.toPrecision(6)} s; its rod holds 14.7150 N at most.`;
  const said = command("run", study, "--out", output);
  expect(said.replace(/\s+/g, " ").includes(sentence), `the command should say\n${sentence}\nit says\n${said}`);
  const [heading, first, ...rows] = readFileSync(join(output, "swing.csv"), "utf8").trimEnd().split("\n");
  expect(heading === "time_s,angle_rad,angular_velocity_rad_per_s", `the heading of the table is ${heading}`);
  expect(first === "0,1.5707963267948966,0" && rows.length === 200, `the table begins with ${first} and has ${rows.length} more rows`);
  expect(readFileSync(join(output, "angle.svg"), "utf8").startsWith("<svg"), "angle.svg is no figure");
  const report = readFileSync(join(output, "report.html"), "utf8");
  expect(report.includes(sentence) && report.includes("<svg"), "the report has no sentence or no figure");
  expect(command("schema").includes('"pendulum"'), "the JSON schema does not know the pendulum");
}
