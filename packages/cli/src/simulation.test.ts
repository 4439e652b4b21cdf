import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseStudy, type SimulationStudy, startSimulation } from "carom/study";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND, carom, type Folder, temporaryFolder } from "./command.testing.js";

const FLOOR = { plane: { normal: [0, 0, 1] } };

/** A ball that bounces and rolls with spin: about a second of work. */
function rollingBall() {
  return {
    carom: 1,
    kind: "simulation",
    title: "Rolling ball",
    duration: 3,
    bodies: {
      ball: {
        shape: { type: "sphere", radius: 0.05 },
        mass: 0.2,
        position: [0, 0, 0.35],
        velocity: [0.8, -0.4, 0],
        angularVelocity: [0, -30, 10],
      },
      floor: FLOOR,
    },
    contacts: [{ between: ["ball", "floor"], friction: 0.1, restitution: 0.7 }],
    output: { rate: 20 },
  };
}

function drop() {
  const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1.1] };
  const contacts = [{ between: ["ball", "floor"], friction: 0.1, restitution: 0.5 }];
  return { ...rollingBall(), title: "Drop", duration: 2, bodies: { ball, floor: FLOOR }, contacts };
}

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
  folder.put("roll.json", rollingBall());
  folder.put("drop.json", drop());
});
afterAll(() => folder.remove());

const run = (...args: string[]) => carom(args, { cwd: folder.path });
const read = (...path: string[]) => readFileSync(join(folder.path, ...path), "utf8");

describe("carom run on a simulation", () => {
  it("says what happened, where everything is and where the energy went", () => {
    const { stdout, stderr, code } = run("run", "drop.json");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout.split("\n")[0]).toBe("Drop");
    expect(stdout).toMatch(
      /impacts, the first at t = 0\.451524 s; .*\.\n\nResolved by frictional\. Bounces of ball and floor shrink by 0\.500000/,
    );
    expect(stdout.match(/\n {2}[\d.]+ +ball\/floor /g)).toHaveLength(18);
    expect(stdout).toMatch(/\n {2}lost in impacts +-9\.\d+/);
    expect(stdout).not.toMatch(/NaN|undefined/);
  });

  it("prints the result as JSON, under another law if told to", () => {
    const { stdout, code } = run("run", "drop.json", "--json", "--law", "newton");
    const result = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(result).toMatchObject({ carom: 1, kind: "simulation", title: "Drop", laws: { newton: expect.any(Number) } });
    expect(result.series.time).toHaveLength(result.series.bodies.ball.position.length);
  });

  it("refuses a folder that holds such files of others, and names what is wrong with a scene", () => {
    folder.put("events.jsonl", "mine\n");
    expect(run("run", "drop.json", "--out", ".").stderr).toContain(
      "events.jsonl: exists, and no manifest.json there says that carom wrote it",
    );
    expect(read("events.jsonl")).toBe("mine\n");
    folder.put("sunk.json", { ...drop(), bodies: { ball: { ...drop().bodies.ball, position: [0, 0, 0.05] }, floor: FLOOR } });
    for (const command of ["run", "validate"]) {
      const { stderr, code } = run(command, "sunk.json");
      expect(code).toBe(2);
      expect(stderr).toMatch(/^carom: sunk\.json: bodies\.ball\.position: .* overlaps floor by 0\.0500 m at the beginning\n$/);
    }
    expect(run("run").stderr).toContain("run needs a study file, or --resume");
    expect(run("run", "drop.json", "--resume", "x").code).toBe(2);
    expect(run("run", "--resume", "nowhere").stderr).toContain("holds no run of a simulation to go on with");
  });
});

it("writes the result of a run that stopped at its work limit, and exits with 1", () => {
  writeFileSync(join(folder.path, "limited.json"), JSON.stringify({ ...rollingBall(), tolerances: { mostWork: 30 } }));
  const { stdout, code } = run("run", "limited.json");
  expect(code).toBe(1);
  expect(stdout).toContain("at its work limit");
  expect(stdout.replace(/\s+/g, " ")).toContain("this took all the work it may (tolerances.mostWork: 30)");
});

it("is compared with penalty contact", () => {
  const study = folder.put("compared.json", { ...drop(), duration: 0.6 });
  const { stdout, code } = carom(["compare", study, "--stiffness", "1e8,1e10"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/stiffness +deepest +difference/);
  expect(stdout).toMatch(/1e\+8 .*\n +1e\+10 /);
  const wrong = carom(["compare", study, "--stiffness", "hard"], { cwd: folder.path });
  expect(wrong.stderr).toContain("is not a positive number");
  expect(wrong.code).toBe(2);
});

it("moves the ground by a record beside the study, and says so where there is none", () => {
  const { bodies, contacts, ...rest } = drop();
  const motion = { type: "series", direction: [0, 0, 1], file: "record.csv", column: "up", quantity: "velocities" };
  const study = folder.put("moved.json", { ...rest, duration: 0.2, contacts, bodies: { ...bodies, floor: { ...FLOOR, motion } } });
  const missing = carom(["run", study], { cwd: folder.path });
  expect(missing.stderr).toMatch(/record\.csv: there is no such file/);
  expect(missing.code).toBe(2);
  writeFileSync(join(folder.path, "record.csv"), "t,up\n0,0.5\n1,0.5\n");
  const { floor } = JSON.parse(carom(["run", study, "--json"], { cwd: folder.path }).stdout).bodies;
  expect(floor.position[2]).toBeCloseTo(0.1, 12);
  expect(floor.velocity[2]).toBe(0.5);
});

describe("--out and --resume", () => {
  it("leave readable files when killed, and go on to the same bits", async () => {
    expect(run("run", "roll.json", "--out", "whole").code).toBe(0);
    expect(readdirSync(join(folder.path, "whole")).sort()).toEqual([
      "contact-modes.svg",
      "contacts.csv",
      "energy-in-time.svg",
      "events.jsonl",
      "manifest.json",
      "plan.svg",
      "positions.svg",
      "report.html",
      "result-study.json",
      "result.json",
      "series.csv",
    ]);

    await killEarly("cut");
    // What a kill in the middle of a line would leave.
    if (existsSync(join(folder.path, "cut", "checkpoint.json")))
      writeFileSync(join(folder.path, "cut", "events.jsonl"), `${read("cut", "events.jsonl")}{"kind":"imp`);
    const { code, stdout } = run("run", "--resume", "cut");
    expect(code).toBe(0);
    expect(stdout).toContain("Rolling ball");
    for (const file of ["result.json", "series.csv", "contacts.csv", "events.jsonl", "report.html"])
      expect(read("cut", file) === read("whole", file), file).toBe(true);
    expect(readdirSync(join(folder.path, "cut")).sort()).toEqual(readdirSync(join(folder.path, "whole")).sort());
  });

  it("go on with a run that carom 0.1 began, which left no manifest", () => {
    const text = read("whole", "manifest.json");
    cpSync(join(folder.path, "whole"), join(folder.path, "old"), { recursive: true });
    rmSync(join(folder.path, "old", "manifest.json"));
    expect(run("run", "roll.json", "--out", "old").stderr).toMatch(/old\/result\.json: exists, and no manifest\.json there/);
    for (const file of readdirSync(join(folder.path, "old"))) rmSync(join(folder.path, "old", file));
    const begun = startSimulation(parseStudy(rollingBall()) as SimulationStudy, {});
    writeFileSync(join(folder.path, "old", "checkpoint.json"), JSON.stringify(begun.checkpoint()));
    expect(run("run", "--resume", "old").code).toBe(0);
    expect(read("old", "manifest.json") === text).toBe(true);
  });

  it("go on past a work limit, with as much work again", () => {
    const [first, last] = [folder.put("limited.json", { ...rollingBall(), tolerances: { mostWork: 60 } }), "limited"];
    const stopped = carom(["run", first, "--out", last], { cwd: folder.path });
    expect(stopped.code).toBe(1);
    const times = [JSON.parse(read(last, "result.json")).time];
    expect(JSON.parse(read(last, "checkpoint.json")).simulation.status).toBe("work-limit");
    for (let code: number | null = 1; code !== 0 && times.length < 100; times.push(JSON.parse(read(last, "result.json")).time)) {
      code = run("run", "--resume", last).code;
      expect(code === 0 || existsSync(join(folder.path, last, "checkpoint.json"))).toBe(true);
    }
    expect(times.length).toBeGreaterThan(2);
    times.slice(1).forEach((time, k) => {
      expect(time).toBeGreaterThan(times[k]);
    });
    expect(readdirSync(join(folder.path, last)).sort()).toEqual(readdirSync(join(folder.path, "whole")).sort());
    const [end, whole] = [last, "whole"].map((name) => JSON.parse(read(name, "result.json")));
    expect(end.status).toBe(whole.status);
    end.bodies.ball.position.forEach((x: number, k: number) => {
      expect(Math.abs(x - whole.bodies.ball.position[k])).toBeLessThan(1e-6);
    });
  });

  it("say what was computed where a run is over already", () => {
    const { stdout, code } = run("run", "--resume", "whole");
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe("Rolling ball");
  });

  it("write a report that people read", () => {
    const report = read("whole", "report.html");
    expect(report).toContain("<title>Rolling ball · Carom</title>");
    for (const name of ["energy-in-time", "positions", "contact-modes", "plan"]) {
      expect(report).toContain(`<figure id="${name}">`);
      expect(read("whole", `${name}.svg`)).toMatch(/^<svg /);
    }
  });

  it("write tables that programs read", () => {
    const lines = read("whole", "series.csv").trimEnd().split("\n");
    expect(lines[0]).toMatch(/^time_s,ball_x_m,ball_y_m,ball_z_m,ball_qx,.*,projection_loss_J$/);
    expect(new Set(lines.map((line) => line.split(",").length)).size).toBe(1);
    expect(lines).toHaveLength(1 + 3 * 20 + 1);
    const events = read("whole", "events.jsonl").trimEnd().split("\n");
    expect(events.map((line) => JSON.parse(line))).toEqual(JSON.parse(read("whole", "result.json")).events);
    expect(read("whole", "contacts.csv")).toContain(",ball/floor: ball,stick,");
  });
});

/** Kills the process without warning as soon as there is a checkpoint after the first; every file is readable then. */
async function killEarly(out: string): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, "run", "roll.json", "--out", out], { cwd: folder.path, stdio: "ignore" });
  const over = new Promise((resolve) => child.once("exit", resolve));
  const reached = () => {
    try {
      return (JSON.parse(read(out, "checkpoint.json")) as { simulation: { time: number } }).simulation.time;
    } catch {
      return existsSync(join(folder.path, out, "result.json")) ? Number.POSITIVE_INFINITY : 0;
    }
  };
  while (reached() === 0) await wait(2);
  child.kill("SIGKILL");
  await over;
}
