// Before the package is packed: the bundle must be that of the modules as they are, and the examples go with it.
import { cpSync, statSync } from "node:fs";

const time = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (time("bundle/main.js") < time("dist/.tsbuildinfo") || time("bundle/main.js") === 0)
  throw new Error("the bundle of the command is missing or older than its modules: npm run build");
cpSync(new URL("../../examples", import.meta.url), new URL("examples", import.meta.url), {
  recursive: true,
  filter: (file) => !statSync(file).isFile() || file.endsWith(".json"),
});
