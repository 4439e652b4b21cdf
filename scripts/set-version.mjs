// Sets the version of all packages, where they name each other, in the lockfile, the citation and the guide: npm run set-version 0.2.0
// [date].
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, WORKSPACES } from "./source-files.mjs";

const [version, date = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? "")) {
  console.error("say which version: npm run set-version 0.2.0");
  process.exit(2);
}

const read = (path) => readFileSync(join(root, path), "utf8");
const write = (path, text) => writeFileSync(join(root, path), text);
const manifests = WORKSPACES.map((folder) => `${folder}/package.json`);
const names = manifests.map((path) => JSON.parse(read(path)).name);

/** A package with the version, naming packages of this repository by it. */
function versioned(manifest) {
  const depending = (field) =>
    manifest[field] === undefined
      ? {}
      : {
          [field]: Object.fromEntries(
            Object.entries(manifest[field]).map(([name, range]) => [name, names.includes(name) ? version : range]),
          ),
        };
  return { ...manifest, version, ...depending("dependencies"), ...depending("devDependencies") };
}

for (const path of manifests) write(path, `${JSON.stringify(versioned(JSON.parse(read(path))), null, 2)}\n`);
const lock = JSON.parse(read("package-lock.json"));
for (const folder of WORKSPACES) lock.packages[folder] = versioned(lock.packages[folder]);
write("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
const citation = read("CITATION.cff").replace(/^version: .*$/m, `version: ${version}`);
write("CITATION.cff", citation.replace(/^date-released: .*$/m, `date-released: ${date}`));
const python = read("python/pyproject.toml").replace(/^version = .*$/m, `version = "${version}"`);
write("python/pyproject.toml", python);
write("docs/guide.md", read("docs/guide.md").replaceAll(/carom-\d+\.\d+\.\d+\.tgz/g, `carom-${version}.tgz`));
console.log(`${manifests.length} packages have the version ${version}, released ${date}`);
