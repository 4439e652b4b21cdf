/**
 * The `carom` command. Exit codes: 0 done, 1 could not be computed, 2 bad input. Errors are one line on stderr.
 */
import { readFileSync } from "node:fs";
import { laws } from "carom/impact";
import { didYouMean, METHODS, SIMULATION_METHODS } from "carom/study";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { BAD_INPUT, CommandFailure, DONE, NOT_COMPUTED, report, systemReason } from "./failure.js";

const FIRST_PORT = 4173;

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

// A reader that has seen enough (carom ... | head) closes the pipe: that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? DONE : report(new CommandFailure(`standard output: ${systemReason(error)}`, NOT_COMPUTED)));
});

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: "user" });
    return typeof process.exitCode === "number" ? process.exitCode : DONE;
  } catch (error) {
    // Commander has written its line already; its help and version end with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_INPUT;
    return report(error);
  }
}

function createProgram(): Command {
  const lawNames = laws.map(({ name }) => name);
  const program = new Command("carom")
    .description("What happens when bodies hit each other: impacts with friction and energetic restitution, from study files.")
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) =>
        write(
          `carom: ${text
            .replace(/^error: /, "")
            .trim()
            .replace(/\s*\n\s*/g, " ")
            // Commander's own words for what the library asks.
            .replace(/ \(Did you mean (.*)\?\)$/, "; did you mean $1?")}\n`,
        ),
    })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 could not be computed, 2 bad input.\nStart with: carom demo; carom new bodies ball.json; carom run " +
        "ball.json",
    );

  addRun(program, lawNames);

  program
    .command("compare")
    .summary("the same impact under every law")
    .description(
      "Compute the same impact under every law that applies, side by side; or a simulation once more with penalty contact, stiffer " +
        "and stiffer.",
    )
    .argument("<study>", "study file (JSON)")
    .option("--json", "the whole comparison as JSON on stdout")
    .option("--out <dir>", "write result.json, SVG figures and report.html to this directory")
    .option("--stiffness <list>", "of penalty contact, N/m^1.5, such as 1e6,1e8; default: for overlaps of 1e-2, 1e-3 and 1e-4", numberList)
    .option("--creep <speed>", "slip below which the friction of penalty contact falls off, m/s; default: 1e-3", positiveNumber)
    .action(async (file, options) => (await import("./commands/compare.js")).compare(file, options));

  program
    .command("reproduce")
    .summary("published figures beside ours")
    .description(
      "Every published figure of the examples beside ours, counted by source; with --details or names: printed value, our value, " +
        "verdict, why they differ. Exits with 1 if a verdict does not hold.",
    )
    .argument("[names...]", "examples; default: all")
    .option("--details", "every figure, not only how many there are; so do names")
    .option("--json", "the rows as JSON on stdout")
    .action(async (names, options) => {
      process.exitCode = await (await import("./commands/reproduce.js")).reproduce(names, options);
    });

  program
    .command("validate")
    .summary("check study files")
    .description("Check that files are studies and that their bodies are possible. Computes no impact.")
    .argument("<files...>", "study files (JSON)")
    .action(async (files) => {
      process.exitCode = await (await import("./commands/validate.js")).validate(files);
    });

  program
    .command("schema")
    .summary("print the JSON Schema of study files")
    .description("Print the JSON Schema of study files, for editors.")
    .action(async () => (await import("./commands/schema.js")).schema());

  program
    .command("new")
    .summary("start a study")
    .description("Start a study from a template or an example. Never overwrites a file.")
    .argument("[name]", "template or example", "bodies")
    .argument("[file]", "file to write; default: stdout")
    .option("--list", "name the templates and the examples with their titles, by kind")
    .action(async (name, file, { list }) => {
      const { listStarts, start } = await import("./commands/new.js");
      if (list) process.stdout.write(`${await listStarts()}\n`);
      else await start(name, file);
    });

  addSweep(program);
  addFit(program);
  addImport(program);
  addExport(program);

  program
    .command("demo")
    .summary("one impact under our laws and in physics engines")
    .description("One impact that tells impact laws and physics engines apart.")
    .action(async () => (await import("./commands/demo.js")).demo());

  program
    .command("lab")
    .summary("serve the browser lab on this machine")
    .description("Serve the browser lab on this machine. Ctrl-C ends it.")
    .option("--port <number>", "first port to try", portNumber, FIRST_PORT)
    .action(async ({ port }) => (await import("./commands/lab.js")).lab(port));

  program
    .command("serve")
    .summary("answer programs in other languages")
    .description("Answer requests of other programs on standard input and output, until the input ends: what the Python package uses.")
    .requiredOption("--stdio", "by standard input and output")
    .action(async () => (await import("./commands/serve.js")).serve(version));

  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

function addRun(program: Command, lawNames: readonly string[]): void {
  const methods = [...METHODS, ...SIMULATION_METHODS];
  program
    .command("run")
    .summary("compute a study")
    .description("Compute a study and say what happened. STUDY is a file, or - for standard input.")
    .argument("[study]", "study file (JSON)")
    .option("--json", "the whole result as JSON on stdout")
    .option("--out <dir>", "write result.json, CSV series, SVG figures and report.html to this directory")
    .option("--resume <dir>", "go on with a simulation whose --out directory this is, instead of a study")
    .addOption(new Option("--law <name>", "use this law instead of the study's").choices(lawNames).argParser(oneOf(lawNames)))
    .addOption(
      new Option("--method <name>", "use this method of the study's law; of a simulation: by events, by steps, or auto")
        .choices(methods)
        .argParser(oneOf(methods)),
    )
    .option("--step-error <part>", "of a simulation that steps: error of a step, in sizes of the largest body", positiveNumber)
    .option("--verify", "run a simulation once more at a tenth of its tolerances and say from when on results differ")
    .action(async (file, options) => (await import("./commands/run.js")).run(file, options));
}

function addSweep(program: Command): void {
  program
    .command("sweep")
    .summary("a study many times, on all cores or many machines")
    .description(
      "Run a study of kind sweep in chunks on all cores and write runs.parquet, summary.json, figures and report.html. The same sweep " +
        "gives the same bytes on one thread, on many, in shards and through a queue. Ctrl-C ends it; --resume goes on.",
    )
    .argument("[files...]", "study file (JSON); with --merge the folders of the shards")
    .option("--out <dir>", "folder for the results")
    .option("--resume <dir>", "go on with the sweep whose --out folder this is")
    .option("--shard <i/n>", "compute only part i of n, from 1; carom sweep --merge puts them together", shard)
    .option("--merge", "put the folders of all shards together")
    .option("--workers <count>", "threads; default: as many as cores", wholeNumber)
    .option("--chunk <runs>", "runs of a chunk; default: by the study", wholeNumber)
    .option("--csv", "write runs.csv too")
    .option("--yes", "also where there are more than ten million runs")
    .option("--queue <url>", "let carom worker compute the chunks, through BullMQ on Redis: redis://host:6379")
    .option("--prefix <name>", "of the keys in Redis; default: carom and the user's name")
    .option("--json", "the summary as JSON on stdout")
    .action(async (files, options) => (await import("./commands/sweep.js")).sweep(files, options, version));

  program
    .command("worker")
    .summary("compute chunks of sweeps from a queue")
    .description("Compute chunks of sweeps that carom sweep --queue puts on a queue, until Ctrl-C.")
    .requiredOption("--queue <url>", "redis://host:6379; user and password from the environment: CAROM_QUEUE_USER, CAROM_QUEUE_PASSWORD")
    .option("--prefix <name>", "of the keys in Redis; default: carom and the user's name")
    .option("--workers <count>", "threads; default: as many as cores", wholeNumber)
    .option("--lock <seconds>", "a worker that is silent for so long has its chunk given to another; default: 30", positiveNumber)
    .action(async (options) => (await import("./commands/worker.js")).worker(options, version));
}

function addFit(program: Command): void {
  program
    .command("fit")
    .summary("values that make a study move as was measured")
    .description(
      "Run a study of kind fit on all cores and write result.json, fitted-study.json, figures and report.html. The same study gives the " +
        "same bytes on one thread and on many. Ctrl-C ends it; --resume goes on.",
    )
    .argument("[study]", "study file (JSON)")
    .option("--out <dir>", "folder for the results")
    .option("--resume <dir>", "go on with the fit whose --out folder this is")
    .option("--workers <count>", "threads; default: those of the study, or as many as cores", wholeNumber)
    .option("--json", "the whole result as JSON on stdout")
    .action(async (file, options) => (await import("./commands/fit.js")).fit(file, options, version));
}

function addExport(program: Command): void {
  const formats = ["glb", "usda", "vtk", "mcap", "parquet", "urdf", "mjcf"];
  program
    .command("export")
    .summary("a simulation for Blender, ParaView and the like")
    .description(
      "Write a simulation, a rest shape or a pickup for other programs. RUN is a study, which is computed, or the --out directory of a " +
        "finished run.",
    )
    .argument("<run>", "study file, or directory of a result")
    .addOption(
      new Option(
        "--format <name>",
        "glb (animated glTF), usda (USD), mcap (Foxglove), vtk (a directory for ParaView), parquet (a directory of tables); " +
          "urdf, mjcf (the scene of a study, for ROS and for MuJoCo)",
      )
        .choices(formats)
        .argParser(oneOf(formats))
        .makeOptionMandatory(),
    )
    .requiredOption("--out <path>", "file or directory to write; never overwritten")
    .option("--slow <factor>", "glb and usda: how many times as long impacts last", positiveNumber)
    .option("--around <seconds>", "how much before and after impacts is slow, s; default: 0.05", positiveNumber)
    .action(async (file, options) => (await import("./commands/export.js")).exportRun(file, options));
}

function addImport(program: Command): void {
  program
    .command("import")
    .alias("urdf")
    .summary("a robot from a URDF, MJCF or SDF file as a study")
    .description(
      "Read a robot or a scene from a URDF, MJCF or SDF file and print it as a study of a simulation, to be gone on with. What was " +
        "changed or passed over goes to stderr and into the study's description.",
    )
    .argument("<file>", "URDF, MJCF or SDF file; meshes and included files are looked for beside it and in the folders above")
    .option("--free", "the root link moves freely; default: it stands still")
    .option("--at <x,y,z>", "where the root link is, m; default: 0,0,0", position)
    .option("--floor <height>", "put a floor under it at this height, m", finiteNumber)
    .option("--drop <height>", "let it fall on a floor: its lowest point is at this height over it, m", finiteNumber)
    .option("--friction <number>", "of its contacts, where the file does not say; default: 1 of MJCF and SDF, 0.5 of URDF", finiteNumber)
    .option("--restitution <number>", "of its contacts, where the file does not say; default: 0 of MJCF and SDF, 0.2 of URDF", finiteNumber)
    .option("--duration <seconds>", "simulated time, s", positiveNumber, 1)
    .option("--density <number>", "of links that move and have no mass, kg/m3; default: the mean of the others, or 1000", positiveNumber)
    .option(
      "--inertia <from>",
      "inertias from the file, or from the shapes with its masses: file, shapes",
      oneOf(["file", "shapes"]),
      "file",
    )
    .option("--collide <shapes>", "which shapes touch: collision, visual", oneOf(["collision", "visual"]), "collision")
    .option("--corners <count>", "most corners of what touches of a mesh, 4 to 64", positiveNumber, 24)
    .option("--parts <count>", "let closed meshes with dents touch by convex parts, so many each at most", positiveNumber, 1)
    .option(
      "--package <name=folder>",
      "where package://name/... is; may be given several times",
      (given: string, all: string[]) => [...all, given],
      [],
    )
    .option("--inside <folder>", "open no mesh or included file outside of this folder, for files that you do not trust")
    .option("--strict", "what would be mended is an error")
    .action(async (file, options) => (await import("./commands/import.js")).importFile(file, options));
}

function oneOf(names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(", ")}${didYouMean(text, names)}`);
  };
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("It is not a positive number.");
  return value;
}

function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It is not a number.");
  return value;
}

function position(text: string): number[] {
  const values = text.split(",").map(finiteNumber);
  if (values.length !== 3) throw new InvalidArgumentError("It is not three numbers.");
  return values;
}

function numberList(text: string): number[] {
  return text.split(",").map(positiveNumber);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It is not a whole number above zero.");
  return value;
}

function shard(text: string): { readonly part: number; readonly of: number } {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (part === undefined || of === undefined || Number(part) < 1 || Number(part) > Number(of))
    throw new InvalidArgumentError("It is not i/n with i from 1 to n, such as 2/7.");
  return { part: Number(part), of: Number(of) };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new InvalidArgumentError("It is not a port: 1 to 65535.");
  return port;
}
