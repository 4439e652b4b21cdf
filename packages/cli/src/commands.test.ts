import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { COMMAND, carom, type Folder, rodStudy, temporaryFolder } from "./command.testing.js";
import { countedText, detailedText, type ReproducedRow } from "./commands/reproduce.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
  folder.put("rod.json", rodStudy());
});
afterAll(() => folder.remove());

/** Runs in the folder and expects success without a word on stderr. */
function succeed(args: readonly string[], input?: string): string {
  const { stdout, stderr, code } = carom(args, { cwd: folder.path, ...(input === undefined ? {} : { input }) });
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  return stdout;
}

describe("carom run", () => {
  it("says what happened first, then the numbers with their units", () => {
    const text = succeed(["run", "rod.json"]);
    const lines = text.split("\n");
    expect(lines[0]).toBe("Slip-reversing rod");
    expect(lines[2]).toBe("It slips, stops during compression, then slips back.");
    // Anchors 2.3, to their four digits: velocity after and impulse.
    for (const [row, expected] of [
      ["tangent 1", [-0.1503, 0.1925]],
      ["normal", [0.7534, 0.8201]],
    ] as const) {
      const numbers = new RegExp(`\\n {2}${row} +-?[\\d.]+ +(-?[\\d.]+) +(-?[\\d.]+)\\n`).exec(text)!.slice(1).map(Number);
      numbers.forEach((value, i) => {
        expect(Math.abs(value - expected[i]!)).toBeLessThan(6e-5);
      });
    }
    expect(text).toMatch(/velocity before +velocity after +impulse\n +m\/s +m\/s +N s\n/);
    expect(text).toMatch(/\n {2}after +0\.63\d+ +91\.86\n/);
    expect(text).toMatch(/slip stops +0\.21759/);
    expect(text).toMatch(/\n {2}rod +before .*\n +after /);
    expect(text).not.toContain("\u001b[");
    expect(text).not.toMatch(/NaN|undefined|-0\.0+[^0-9.]/);
  });

  it("prints the whole result as JSON with --json", () => {
    const result = JSON.parse(succeed(["run", "rod.json", "--json"]));
    expect(result).toMatchObject({
      carom: 1,
      kind: "impact",
      title: "Slip-reversing rod",
      outcome: { law: "frictional", slip: ["restarts"] },
    });
    expect(result.outcome.energy.after / result.outcome.energy.before).toBeCloseTo(0.9186, 4);
    expect(result.outcome.history.normalImpulse.length).toBeGreaterThan(10);
    expect(result.bodies.rod.after.velocity).toHaveLength(3);
  });

  it("uses another law or method when told to", () => {
    const newton = JSON.parse(succeed(["run", "rod.json", "--json", "--law", "newton"]));
    expect(newton.outcome.velocity[2]).toBeCloseTo(1, 12);
    expect(succeed(["run", "rod.json", "--law", "newton"])).toContain(
      "warning: newton leaves the bodies with 8.24 % more energy than they had",
    );
    const taylor = JSON.parse(succeed(["run", "rod.json", "--json", "--method", "taylor"]));
    expect(taylor.outcome.impulse[2]).toBeCloseTo(0.8201, 4);
  });

  it("reads standard input", () => {
    expect(succeed(["run", "-"], JSON.stringify(rodStudy()))).toContain("Slip-reversing rod");
  });

  it("warns and ends with 0 where the bodies do not approach", () => {
    const study = rodStudy();
    study.bodies.rod.velocity = [1, 0, 0.2];
    folder.put("parting.json", study);
    const text = succeed(["run", "parting.json"]);
    expect(text).toContain("The bodies are not approaching: nothing happens.");
    expect(text).toContain("warning: the bodies are not approaching at contacts[0] (normal velocity +0.2 m/s): velocities unchanged");
    expect(succeed(["run", "parting.json", "--out", "parting"])).toContain("Written to parting");
    expect(existsSync(join(folder.path, "parting/report.html"))).toBe(true);
  });

  it("writes a folder of results with --out", () => {
    succeed(["run", "rod.json", "--out", "deep/er/results"]);
    const results = join(folder.path, "deep/er/results");
    const names = readdirSync(results);
    expect(names).toEqual(expect.arrayContaining(["result.json", "history.csv", "events.csv", "report.html", "hodograph.svg"]));
    expect(readdirSync(join(folder.path, "deep/er"))).toEqual(["results"]);
    const result = JSON.parse(readFileSync(join(results, "result.json"), "utf8"));
    expect(result).toEqual(JSON.parse(succeed(["run", "rod.json", "--json"])));
    const history = readFileSync(join(results, "history.csv"), "utf8").trimEnd().split("\n");
    expect(history[0]).toMatch(/^normal_impulse_Ns,impulse_tangent1_Ns,/);
    expect(history).toHaveLength(result.outcome.history.normalImpulse.length + 1);
    for (const line of history) expect(line.split(",")).toHaveLength(history[0]!.split(",").length);
    const events = readFileSync(join(results, "events.csv"), "utf8").trimEnd().split("\n");
    expect(events.slice(1).map((line) => line.split(",")[0])).toEqual(["slip-stop", "slip-start", "compression-end", "end"]);
    for (const name of names.filter((file) => file.endsWith(".svg")))
      expect(readFileSync(join(results, name), "utf8")).toMatch(/^<(\?xml|svg)/);
    const report = readFileSync(join(results, "report.html"), "utf8");
    expect(report).toContain("Slip-reversing rod");
    expect(report).not.toMatch(/<(script|link|img)[^>]+(src|href)="http/);
  });

  it("overwrites its own files and leaves others alone", () => {
    const own = join(folder.path, "own");
    mkdirSync(own);
    writeFileSync(join(own, "notes.txt"), "mine");
    succeed(["run", "rod.json", "--out", "own"]);
    const first = statSync(join(own, "result.json")).mtimeMs;
    succeed(["run", "rod.json", "--out", "own", "--law", "newton"]);
    expect(JSON.parse(readFileSync(join(own, "result.json"), "utf8")).outcome.law).toBe("newton");
    expect(statSync(join(own, "result.json")).mtimeMs).toBeGreaterThanOrEqual(first);
    expect(readFileSync(join(own, "notes.txt"), "utf8")).toBe("mine");
  });

  it("leaves nothing of an earlier result beside a new one", () => {
    succeed(["run", "rod.json", "--out", "turns"]);
    succeed(["compare", "rod.json", "--out", "turns"]);
    const compared = readdirSync(join(folder.path, "turns")).sort();
    succeed(["compare", "rod.json", "--out", "fresh"]);
    expect(compared).toEqual(readdirSync(join(folder.path, "fresh")).sort());
    succeed(["run", "rod.json", "--out", "turns"]);
    succeed(["run", "rod.json", "--out", "other"]);
    expect(readdirSync(join(folder.path, "turns")).sort()).toEqual(readdirSync(join(folder.path, "other")).sort());
  });

  it("leaves no figure of another kind beside a new result, and a picture of one's own where it is", () => {
    const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}.json`, import.meta.url));
    const both = join(folder.path, "kinds");
    succeed(["run", example("mechanism-four-bar"), "--out", "kinds"]);
    const first = readdirSync(both);
    expect(first).toContain("strobe.svg");
    succeed(["run", example("slip-reversing-rod"), "--out", "kinds"]);
    succeed(["run", example("slip-reversing-rod"), "--out", "rod-alone"]);
    expect(readdirSync(both).sort()).toEqual(readdirSync(join(folder.path, "rod-alone")).sort());
    writeFileSync(join(both, "strobe.svg"), "mine");
    const { stdout, stderr, code } = carom(["run", example("mechanism-four-bar"), "--out", "kinds"], { cwd: folder.path });
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr).toMatch(/^carom: kinds\/strobe\.svg: exists, and no manifest\.json there says that carom wrote it; [^\n]+\n$/);
    expect(readFileSync(join(both, "strobe.svg"), "utf8")).toBe("mine");
  });

  it("tells of the folder on stderr where stdout is JSON", () => {
    const { stdout, stderr, code } = carom(["run", "rod.json", "--json", "--out", "both"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).kind).toBe("impact");
    expect(stderr).toContain("Written to both");
  });

  it("colours only where asked: never in a pipe, unless forced", () => {
    const { stdout } = carom(["run", "rod.json"], { cwd: folder.path, env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain("\u001b[1m");
    const quiet = carom(["run", "rod.json"], { cwd: folder.path, env: { NO_COLOR: "1", FORCE_COLOR: "" } });
    expect(quiet.stdout).not.toContain("\u001b[");
    const log = carom(["run", "rod.json"], { cwd: folder.path, env: { CI: "true", NO_COLOR: "", FORCE_COLOR: "" } });
    expect(log.stdout).not.toContain("\u001b[");
  });

  it("does not mind a reader that has seen enough, or one that never looks", () => {
    const command = `"${process.execPath}" "${COMMAND}"`;
    const shell = spawnSync(
      "bash",
      ["-c", `set -o pipefail; ${command} schema | head -n 1; ${command} run rod.json --json | true; echo $?`],
      {
        cwd: folder.path,
        encoding: "utf8",
      },
    );
    expect(shell).toMatchObject({ stderr: "", stdout: "{\n0\n", status: 0 });
  });

  it("ends with 1 where the computation cannot finish, and writes nothing", () => {
    folder.put("endless.json", { ...rodStudy(), options: { method: "fixed-step", step: 1e-12 } });
    const { stdout, stderr, code } = carom(["run", "endless.json", "--out", "endless"], { cwd: folder.path });
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    expect(stderr).toMatch(/^carom: endless\.json: [^\n]+ \(reached: [^\n]+\)\n$/);
    expect(existsSync(join(folder.path, "endless"))).toBe(false);
  });
});

describe("carom compare", () => {
  it("puts the laws side by side", () => {
    const text = succeed(["compare", "rod.json"]);
    expect(text).toMatch(/frictional .* 91\.86 /);
    expect(text).toMatch(/poisson .* 87\.11 /);
    expect(text).toMatch(/newton .* 108\.24 /);
    expect(text).toContain("warning: newton leaves the bodies with 8.24 % more energy");
  });

  it.each([80, 120, 240])("fits a terminal of %i columns, with each sentence once", (columns) => {
    const { stdout } = carom(["compare", "rod.json"], { cwd: folder.path, env: { COLUMNS: String(columns) } });
    const lines = stdout.split("\n");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(lines.filter((line) => line.startsWith("  law "))).toHaveLength({ 80: 3, 120: 2, 240: 1 }[columns]!);
    expect(stdout.replace(/\n {2}/g, " ").match(/It slips, stops during compression, then slips back\./g)).toHaveLength(1);
  });

  it("prints JSON and writes a folder", () => {
    const comparison = JSON.parse(carom(["compare", "rod.json", "--json", "--out", "compared"], { cwd: folder.path }).stdout);
    expect(comparison).toMatchObject({ carom: 1, kind: "comparison" });
    expect(comparison.rows.map(({ law }: { law: string }) => law)).toEqual(expect.arrayContaining(["frictional", "poisson", "newton"]));
    expect(readdirSync(join(folder.path, "compared"))).toEqual(expect.arrayContaining(["result.json", "report.html"]));
  });
});

describe("carom validate", () => {
  it("checks every file, also after one that is wrong", () => {
    folder.put("wrong.json", "{");
    const { stdout, stderr, code } = carom(["validate", "wrong.json", "rod.json", "gone.json"], { cwd: folder.path });
    expect(stdout).toBe("rod.json: in order (Slip-reversing rod)\n");
    expect(stderr.split("\n")).toHaveLength(3);
    expect(code).toBe(2);
  });
});

describe("carom schema", () => {
  it("prints a JSON Schema", () => {
    expect(JSON.parse(succeed(["schema"])).$schema).toContain("json-schema.org");
  });
});

function tooWide(text: string, width: number): string[] {
  return text.split("\n").filter((line) => line.length > width);
}

describe("carom new", () => {
  it.each(["bodies", "system", "problem"])("starts with %s, which runs", (name) => {
    const text = succeed(["new", name]);
    expect(JSON.parse(text).carom).toBe(1);
    expect(succeed(["new", name, `${name}.json`])).toContain(`carom run ${name}.json`);
    expect(readFileSync(join(folder.path, `${name}.json`), "utf8")).toBe(text);
    expect(succeed(["run", `${name}.json`])).toContain("Energy");
  });

  it("lists what there is to start from", () => {
    const text = carom(["new", "--list"], { cwd: folder.path, env: { COLUMNS: "80" } }).stdout;
    expect(text).toMatch(/^Templates\n {2}bodies .*\n( {34}.*\n)* {2}system /);
    expect(text).toMatch(/\n\nExamples of kind impact\n {2}ball-grips +Ball that grips/);
    expect(text).toMatch(/\n\nExamples of kind simulation\n/);
    expect(text).toMatch(/\n {2}chain-3-linear [\s\S]*\n {2}chain-10-hertz /);
    expect(tooWide(text, 80)).toEqual([]);
  });
});

describe("carom reproduce", () => {
  it("lists published figures, and every verdict holds", () => {
    // Those whose figures are printed somewhere, which are the rows that are listed: examples.examples.test.ts holds every verdict of every
    // example.
    const examples = new URL("../../../examples/", import.meta.url);
    const names = readdirSync(examples)
      .filter((name) => name.endsWith(".json") && !/^(sim|mechanism|shape)-/.test(name))
      .filter((name) => {
        const { published = [] } = JSON.parse(readFileSync(new URL(name, examples), "utf8")) as { published?: { computed?: boolean }[] };
        return published.some(({ computed }) => computed !== true);
      })
      .map((name) => name.replace(/\.json$/, ""));
    const rows = JSON.parse(succeed(["reproduce", ...names, "--json"])) as ReproducedRow[];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ holds }) => !holds)).toEqual([]);
    // What the command prints of them.
    const printed = rows.filter(({ computed }) => !computed);
    const text = stripVTControlCharacters(countedText(rows));
    for (const source of ["000, Wang 2017", "001, Jia 2013", "003, Badiu 2007", "004, Chatterjee 2019"]) expect(text).toContain(source);
    expect(text).toMatch(new RegExp(`\\n {2}all +${printed.length} `));
    expect(text.split("\n").length).toBeLessThan(24);
    const detailed = (columns: string) => {
      vi.stubEnv("COLUMNS", columns);
      const shown = stripVTControlCharacters(detailedText(rows, false));
      vi.unstubAllEnvs();
      return shown;
    };
    const details = detailed("200");
    expect(details).toMatch(/\n +what +printed +ours +verdict\n/);
    for (const { example, what } of printed) {
      expect(details).toContain(example);
      expect(details).toContain(what);
    }
    const reproduced = printed.filter(({ verdict }) => verdict === "reproduced").length;
    for (const each of [text, details])
      expect(each.replaceAll("\n", " ")).toContain(`Of ${printed.length} comparisons with printed figures, ${reproduced} are reproduced`);
    expect(tooWide(text, 80)).toEqual([]);
    for (const width of [80, 120]) expect(tooWide(detailed(String(width)), width)).toEqual([]);
    expect(succeed(["reproduce", rows[0]!.example])).toContain(rows[0]!.what);
  }, 120_000);
});

describe("carom demo", () => {
  it.each([80, 120])("fits a terminal of %d columns", (width) => {
    expect(tooWide(carom(["demo"], { env: { COLUMNS: String(width) } }).stdout, width)).toEqual([]);
  });

  it("tells the laws and the engines apart, and ends on its own", () => {
    const text = succeed(["demo"]);
    // Anchors 2.3, in per cent.
    expect(text).toMatch(/Carom, energetic restitution +91\.86 % +87\.80 % +75\.97 % +-0\.150 /);
    expect(text).toMatch(/Carom, Poisson's restitution +87\.11 % +83\.96 % +74\.82 % +-0\.137 /);
    expect(text).toMatch(/Carom, Newton's restitution +108\.24 % +101\.03 % +79\.95 % +-0\.186 /);
    for (const engine of ["Jolt", "Rapier", "cannon-es"]) expect(text).toContain(engine);
    expect(text).toMatch(/The engines (ran just now|'? figures were recorded)|The engines' figures were recorded on \d{4}-\d\d-\d\d/);
    expect(text).toContain("Next:\n  carom new bodies ball.json");
  });
});

describe("carom itself", () => {
  it("knows its version and helps", () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    expect(succeed(["--version"]).trim()).toBe(version);
    for (const args of [[], ["--help"], ["help"]])
      expect(succeed(args)).toMatch(/Usage: carom[\s\S]*Exit codes: 0 done, 1 could not be computed, 2 bad input/);
    expect(succeed(["run", "--help"])).toContain("--out <dir>");
  });
});
