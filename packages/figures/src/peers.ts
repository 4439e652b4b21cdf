/** Physics engines from npm on the slip-reversing rod, as they were recorded. */
export { recordedPeers } from "./recorded-peers.js";

/** What an engine does to the rod at one restitution. */
export interface PeerResult {
  readonly restitution: number;
  /** Kinetic energy after over that before. */
  readonly energyRatio: number;
  /** Of the tip, m/s. */
  readonly slipAfter: number;
  /** Of the tip, m/s. */
  readonly normalAfter: number;
  /** Least and most energy ratio over starts that should not matter. */
  readonly energyRange: readonly [number, number];
}

export interface PeerRow {
  readonly engine: string;
  readonly version: string;
  /** In a word: default, best. */
  readonly settings: string;
  /** In full. */
  readonly configuration: string;
  readonly results: readonly PeerResult[];
}

export interface RecordedPeers {
  /** Day of the recording. */
  readonly date: string;
  readonly rows: readonly PeerRow[];
}
