/**
 * Runs the engines apart from the command, so that one that takes too long can be left behind. The package with the engines is private to
 * the repository: where the command was installed from npm the import fails, and so does this worker.
 */
import { parentPort } from "node:worker_threads";

const BENCH = "@carom/bench/peers";
const { runRodPeers } = (await import(BENCH)) as { runRodPeers: () => Promise<unknown> };
parentPort?.postMessage(await runRodPeers());
