import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkFolder, claimFolder, MOVE, unfinished, writeFolder } from "./folder.js";
import { MANIFEST, readManifest } from "./manifest.js";

let home: string;
let out: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "carom-folder-"));
  out = join(home, "out");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (name: string, text: string) => {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, name), text);
};
const read = (name: string) => readFileSync(join(out, name), "utf8");
const names = () => readdirSync(out).sort();

describe("writeFolder", () => {
  it("lists what it wrote", async () => {
    await writeFolder(out, { "result.json": "{}\n", "b.svg": "<svg/>" });
    expect(names()).toEqual(["b.svg", MANIFEST, "result.json"].sort());
    expect(JSON.parse(read(MANIFEST))).toEqual({
      carom: 1,
      kind: "manifest",
      files: {
        "b.svg": { bytes: 6, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        "result.json": { bytes: 3, sha256: "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356" },
      },
    });
    expect(readdirSync(home)).toEqual(["out"]);
  });

  it("removes what an earlier run wrote, whatever its name, and nothing else", async () => {
    put("notes.txt", "mine");
    put("energy.svg", "mine");
    await writeFolder(out, { "result.json": "1", "strobe.svg": "theirs" });
    await writeFolder(out, { "result.json": "2", "plan.svg": "new" });
    expect(names()).toEqual(["energy.svg", MANIFEST, "notes.txt", "plan.svg", "result.json"].sort());
    expect([read("energy.svg"), read("result.json")]).toEqual(["mine", "2"]);
  });

  it("refuses to overwrite a file that no run wrote, and writes nothing then", async () => {
    await writeFolder(out, { "result.json": "1", "plan.svg": "1" });
    put("strobe.svg", "mine");
    await expect(writeFolder(out, { "result.json": "2", "strobe.svg": "2" })).rejects.toThrow(
      /strobe\.svg: exists, and no manifest\.json there says that carom wrote it; move it, or choose another directory$/,
    );
    expect([read("result.json"), read("plan.svg"), read("strobe.svg")]).toEqual(["1", "1", "mine"]);
    expect(readdirSync(home)).toEqual(["out"]);
  });

  it("keeps what an earlier run wrote until a run that goes on has its results", async () => {
    await writeFolder(out, { "result.json": "1", "plan.svg": "1" });
    await claimFolder(out, ["events.jsonl"]);
    put("events.jsonl", "{}");
    put("strobe.svg", "mine");
    await expect(writeFolder(out, { "strobe.svg": "2" }, unfinished(["events.jsonl"]), MOVE)).rejects.toThrow(
      // Not "or choose another directory": a run that goes on has its own.
      /strobe\.svg: exists, and no manifest\.json there says that carom wrote it; move it$/,
    );
    expect([read("result.json"), read("plan.svg"), read("strobe.svg")]).toEqual(["1", "1", "mine"]);
    await writeFolder(out, { "result.json": "2" }, unfinished(["events.jsonl"]));
    expect(names()).toEqual(["events.jsonl", MANIFEST, "result.json", "strobe.svg"].sort());
  });

  it("leaves a file alone that was changed since: kept where its name is free, refused where it is needed", async () => {
    await writeFolder(out, { "result.json": "1", "plan.svg": "1", "report.html": "1" });
    put("plan.svg", "2");
    await expect(writeFolder(out, { "result.json": "2", "plan.svg": "2" })).rejects.toThrow(/plan\.svg: was changed since carom wrote it/);
    await writeFolder(out, { "result.json": "2" });
    expect(names()).toEqual([MANIFEST, "plan.svg", "result.json"].sort());
    // It is no longer listed, so it stays somebody's own.
    await expect(writeFolder(out, { "plan.svg": "3" })).rejects.toThrow(/plan\.svg: exists/);
  });

  it("takes nothing of a folder without a manifest for its own, also not what carom 0.1 wrote", async () => {
    put("result.json", '{\n  "carom": 1,\n  "kind": "impact"\n}\n');
    await expect(checkFolder(out)).rejects.toThrow(/result\.json: exists, and no manifest\.json there/);
    expect(names()).toEqual(["result.json"]);
  });

  it("respects a manifest of another program, and one that points elsewhere", async () => {
    put(MANIFEST, '{ "name": "a web app" }');
    await expect(writeFolder(out, { "result.json": "1" })).rejects.toThrow(/manifest\.json: exists and is not from carom/);
    writeFileSync(join(home, "outside"), "mine");
    put(MANIFEST, JSON.stringify({ carom: 1, kind: "manifest", files: { "../outside": {}, "a.svg": {} } }));
    put("a.svg", "a");
    await writeFolder(out, { "result.json": "1" });
    expect(readFileSync(join(home, "outside"), "utf8")).toBe("mine");
    expect(names()).toEqual([MANIFEST, "result.json"].sort());
  });

  it("keeps the files of a run that goes on", async () => {
    await writeFolder(out, { "result.json": "1" });
    await claimFolder(out, ["events.jsonl"]);
    expect(names()).toEqual([MANIFEST, "result.json"]);
    put("events.jsonl", "{}\n");
    await writeFolder(out, { "result.json": "2" }, unfinished(["events.jsonl"]));
    expect(names()).toEqual(["events.jsonl", MANIFEST, "result.json"].sort());
    expect(Object.keys(await readManifest(out)).sort()).toEqual(["events.jsonl", "result.json"]);
  });
});
