/**
 * What physics engines from npm make of the slip-reversing rod: run now where they are installed and quick enough, else as recorded with version
 * and date by `npm run bench -- --record`.
 */
import { Worker } from "node:worker_threads";
import { type PeerRow, recordedPeers } from "@carom/figures/peers";

export interface Peers {
  readonly rows: readonly PeerRow[];
  /** Day of the recording; absent where the engines ran just now. */
  readonly recorded?: string;
}

/** How long the engines may take, ms: a demonstration should not keep anyone waiting. */
const PATIENCE = 3000;

export async function peersOnTheRod(): Promise<Peers> {
  const rows = await runNow();
  return rows === undefined ? { rows: recordedPeers.rows, recorded: recordedPeers.date } : { rows };
}

/** Undefined where the engines are not installed, fail, or are not done in time. */
function runNow(): Promise<readonly PeerRow[] | undefined> {
  return new Promise((done) => {
    const worker = new Worker(new URL("./peers-worker.js", import.meta.url), { stdout: true, stderr: true });
    const finish = (rows: readonly PeerRow[] | undefined) => {
      clearTimeout(timer);
      done(rows);
      void worker.terminate();
    };
    const timer = setTimeout(finish, PATIENCE, undefined);
    worker.once("message", finish);
    worker.once("error", () => finish(undefined));
    worker.once("exit", () => finish(undefined));
  });
}
