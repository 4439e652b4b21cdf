/** Impacts as sound: a short knock for each, louder the harder it is. Made here, not fetched. */

export interface Sound {
  /** @param loudness 0 to 1 */
  knock(loudness: number): void;
  close(): void;
}

/** Longest part of a knock that is heard, s. */
const LASTS = 0.09;
/** Of the knock, Hz. */
const PITCH = 420;

/** Undefined where the browser makes no sound. */
export function createSound(): Sound | undefined {
  if (typeof AudioContext === "undefined") return undefined;
  const context = new AudioContext();
  return {
    knock: (loudness) => {
      const now = context.currentTime;
      const wave = context.createOscillator();
      const volume = context.createGain();
      wave.type = "triangle";
      wave.frequency.setValueAtTime(PITCH * (1.6 - 0.6 * loudness), now);
      wave.frequency.exponentialRampToValueAtTime(90, now + LASTS);
      volume.gain.setValueAtTime(Math.max(0.02, 0.5 * Math.min(1, loudness)), now);
      volume.gain.exponentialRampToValueAtTime(0.001, now + LASTS);
      wave.connect(volume).connect(context.destination);
      wave.start(now);
      wave.stop(now + LASTS);
    },
    close: () => void context.close(),
  };
}

/** Hits between two moments of a play, as parts of the loudest of the run. */
export function hitsBetween(hits: readonly (readonly [time: number, size: number])[], from: number, to: number): number[] {
  const loudest = hits.reduce((most, [, size]) => Math.max(most, size), 0) || 1;
  // Ears hear ratios: a hit of a hundredth is a fifth as loud.
  return hits.filter(([time]) => time > from && time <= to).map(([, size]) => (size / loudest) ** 0.35);
}
