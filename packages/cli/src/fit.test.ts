import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseStudyText, startFit } from "carom/study";
import { afterAll, describe, expect, it } from "vitest";
import { carom, temporaryFolder } from "./command.testing.js";

const folder = temporaryFolder();
afterAll(folder.remove);
const at = (name: string) => join(folder.path, name);
const recordings = fileURLToPath(new URL("../../../examples/recordings/", import.meta.url));

/** Three balls that land on a floor, 150 Hz: flight, then a sliding impact in closed form. */
function tableOfBalls(friction: number, restitution: number): string {
  const [g, radius, rate] = [9.81, 0.03, 150];
  const rows = [2, 2.6, 3.2].flatMap((speed, toss) => {
    const [height, down] = [0.13 + 0.01 * toss, 0.8];
    const contact = (Math.sqrt(down * down + 2 * g * height) - down) / g;
    const approach = down + g * contact;
    const slip = friction * (1 + restitution) * approach;
    return Array.from({ length: 24 }, (_, frame) => {
      const [t, after] = [frame / rate, frame / rate - contact];
      const x = after < 0 ? speed * t : speed * contact + (speed - slip) * after;
      const z = after < 0 ? height - down * t - 0.5 * g * t * t : restitution * approach * after - 0.5 * g * after * after;
      // Rolls about y by friction / (0.4 radius).
      const angle = after < 0 ? 0 : (slip / (0.4 * radius)) * after;
      return [toss, t, x, 0, z + radius, Math.cos(angle / 2), 0, Math.sin(angle / 2), 0].join(",");
    });
  });
  return `toss,time,x,y,z,qw,qx,qy,qz\n${rows.join("\n")}\n`;
}

const study = {
  carom: 1,
  kind: "fit",
  title: "Balls that slide as they land",
  base: {
    carom: 1,
    kind: "simulation",
    title: "ball",
    duration: 0.2,
    bodies: { ball: { shape: { type: "sphere", radius: 0.03 }, mass: 0.1, position: [0, 0, 1] }, floor: { plane: { normal: [0, 0, 1] } } },
    contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.5 }],
  },
  recordings: [{ file: "balls.csv", group: "toss", body: "ball" }],
  parameters: [
    { path: "contacts[0].friction", name: "friction", from: 0.01, to: 0.6 },
    { path: "contacts[0].restitution", name: "restitution", from: 0.05, to: 0.95 },
  ],
  search: { points: 2, starts: 1 },
};

describe("carom fit", () => {
  folder.put("balls.csv", tableOfBalls(0.1, 0.7));
  folder.put("study.json", study);

  it("finds what made the motion, with the same bytes on one thread and on two, and writes a study that runs", () => {
    const one = carom(["fit", at("study.json"), "--out", at("one"), "--workers", "1"]);
    expect(one.stderr).toBe("");
    expect(one.code).toBe(0);
    expect(carom(["fit", at("study.json"), "--out", at("two"), "--workers", "2"]).code).toBe(0);
    const text = readFileSync(at("one/result.json"), "utf8");
    expect(readFileSync(at("two/result.json"), "utf8")).toBe(text);
    const { fit } = JSON.parse(text) as { readonly fit: { readonly parameters: readonly { readonly value: number }[] } };
    expect(Math.abs(fit.parameters[0]!.value - 0.1)).toBeLessThan(1e-8);
    expect(Math.abs(fit.parameters[1]!.value - 0.7)).toBeLessThan(1e-8);
    expect(carom(["run", at("one/fitted-study.json")]).code).toBe(0);
    for (const name of ["report.html", "parameters.csv", "costs.svg"]) expect(existsSync(at(`one/${name}`)), name).toBe(true);
    expect(existsSync(at("one/answers.jsonl"))).toBe(false);
  });

  it("goes on where it was ended, to the same bytes", () => {
    const parsed = JSON.parse(readFileSync(at("one/result-study.json"), "utf8")) as object;
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string };
    mkdirSync(at("half"));
    writeFileSync(at("half/fit.json"), JSON.stringify({ carom: 1, kind: "fit-run", version, study: parsed }));
    writeFileSync(at("half/manifest.json"), JSON.stringify({ carom: 1, kind: "manifest", files: { "fit.json": {}, "answers.jsonl": {} } }));
    // A line that was cut off.
    writeFileSync(at("half/answers.jsonl"), '["abc",[[1,2');
    const { code, stderr } = carom(["fit", "--resume", at("half"), "--workers", "1"]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(readFileSync(at("half/result.json"), "utf8")).toBe(readFileSync(at("one/result.json"), "utf8"));
  });

  it("says what it needs", () => {
    expect(carom(["fit", at("study.json")]).stderr).toBe("carom: fit needs --out and a folder for its results\n");
  });
});

it("the sound that is shipped gives the restitution it was made with", () => {
  const { code, stdout } = carom(["run", join(recordings, "fit-sound.json"), "--json"]);
  expect(code).toBe(0);
  const { fit } = JSON.parse(stdout) as {
    readonly fit: { readonly restitution: { readonly value: number; readonly interval: readonly [number, number] } };
  };
  expect(Math.abs(fit.restitution.value - 0.83)).toBeLessThan(0.002);
});

it("the drops that are shipped tell friction, restitution and inertia as another program found them in all drops", () => {
  const read = (name: string) => readFileSync(join(recordings, name), "utf8");
  const names = ["square.json", "square-drops.csv"];
  const drops = { ...JSON.parse(read("fit-drops.json")), laws: undefined, search: { points: 0 } };
  const run = startFit(parseStudyText(JSON.stringify(drops), "fit", new Map(names.map((name) => [name, read(name)]))));
  for (let { tasks } = run; tasks !== undefined; { tasks } = run) run.answered(tasks.map((task) => run.answer(task)));
  const { fit } = run.result();
  if (fit.data === "bounces" || "curves" in fit) throw new Error("no impacts");
  // 95 % of another program, from 222 impacts: 0.163 +- 0.014, 0.454 +- 0.014, (4.50 +- 0.14)e-4.
  const theirs = [
    { value: 0.163, half: 0.014 },
    { value: 0.454, half: 0.014 },
    { value: 4.5e-4, half: 0.14e-4 },
  ];
  fit.parameters.forEach(({ value, interval }, i) => {
    const half = 0.5 * ((interval?.[1] ?? 0) - (interval?.[0] ?? 0));
    expect(Math.abs(value - theirs[i]!.value)).toBeLessThan(1.5 * Math.hypot(half, theirs[i]!.half));
  });
  expect(fit.blocks).toBeLessThan(fit.recordings);
});
