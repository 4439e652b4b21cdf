// Packs the published packages, lints them as packages, installs them into an empty project and uses them there, also by the programs of
// the documents.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complaintsAbout } from "./check-docs-code.mjs";
import { root } from "./source-files.mjs";
import { staleFiles } from "./stale-files.mjs";

const PACKAGES = ["carom", "figures", "lab", "cli"];
const TYPED = ["carom", "figures"];
const folder = mkdtempSync(join(tmpdir(), "carom-packages-"));

function run(command, args, options = {}) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
  } catch (error) {
    console.error(`${command} ${args.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
    throw new Error(`${command} failed`);
  }
}

function expect(condition, claim) {
  if (!condition) throw new Error(`not so: ${claim}`);
  console.log(`  ${claim}`);
}

try {
  const tarballs = Object.fromEntries(
    PACKAGES.map((name) => {
      const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: join(root, "packages", name) }));
      // The lab's dist/ is made by its bundler, which empties it first.
      const stale = new Set(name === "lab" ? [] : staleFiles(`packages/${name}`));
      const strays = packed.files.map((file) => file.path).filter((path) => /\.test\.|tsbuildinfo/.test(path) || stale.has(path));
      expect(
        strays.length === 0,
        `${packed.name}: ${packed.files.length} files, ${Math.round(packed.size / 1024)} kB packed, no test and nothing of older builds ` +
          `among them${strays.length === 0 ? "" : `: ${strays.join(", ")}`}`,
      );
      return [name, join(folder, packed.filename)];
    }),
  );
  for (const name of TYPED) {
    run("npx", ["publint", "--strict", tarballs[name]], { cwd: root });
    run("npx", ["attw", tarballs[name], "--profile", "esm-only"], { cwd: root });
    console.log(`  ${name}: publint and are-the-types-wrong find nothing`);
  }

  const project = join(folder, "project");
  execFileSync("mkdir", [project]);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...Object.values(tarballs)], { cwd: project });
  writeFileSync(
    join(project, "use.mjs"),
    `import { solveFrictional } from "carom/impact";
const contacts = [{ friction: 0, restitution: 0.5 }];
const mobility = [[7, 0, 0], [0, 7, 0], [0, 0, 2]];
const { impulse } = solveFrictional({ dimension: 3, contacts, mobility, velocity: [1, 0, -4] });
console.log(JSON.stringify(impulse));
`,
  );
  expect(run("node", ["use.mjs"], { cwd: project }).trim() === "[0,0,3]", "the library solves a frictionless ball from an empty project");

  const { count, run: ran, complaints } = complaintsAbout(join(project, "programs"));
  for (const complaint of complaints) console.error(complaint);
  expect(complaints.length === 0, `${count} programs of the documents compile strictly, declarations included; ${ran} print what is shown`);

  const carom = join(project, "node_modules", ".bin", "carom");
  const study = run(carom, ["new", "bodies"], { cwd: project });
  writeFileSync(join(project, "study.json"), study);
  expect(run(carom, ["run", "study.json", "--out", "out"], { cwd: project }).length > 0, "the command runs a study it made itself");
  expect(readFileSync(join(project, "out", "report.html"), "utf8").includes("<svg"), "and writes a report with figures");
  expect(/91\.86 %/.test(run(carom, ["demo"], { cwd: project })), "the demonstration runs without the peers installed");
  // All of them are computed by the tests of the examples; that they are packed shows in two.
  expect(
    /8 of 8 values/.test(run(carom, ["reproduce", "block-edge-4", "cradle-first-collision"], { cwd: project })),
    "the published figures travel with the command",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
