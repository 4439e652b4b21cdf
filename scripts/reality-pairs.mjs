// Rows of the board that keep the error of every toss, beside Carom's toss by toss.

const RESAMPLES = 2000;
/** Neighbouring tosses were made in one go: they are drawn together. */
const BLOCK = 2;
/** e_q above which a toss ended on another side. */
const FLIPPED = 0.3;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of each row with errors of every toss: what those make that ended otherwise, and how much more it has than Carom. */
export function besideCarom(rows) {
  const kept = rows.filter(({ each }) => each !== undefined);
  const carom = kept.find(({ name }) => name.startsWith("Carom"));
  return kept
    .sort((a, b) => a.fitted.mean - b.fitted.mean)
    .map(({ name, each: { fitted }, alone, points }) => ({
      name,
      mean: mean(fitted),
      flipped: fitted.filter((value) => value > FLIPPED).length,
      ofFlipped: mean(fitted.filter((value) => value > FLIPPED)),
      ofOthers: mean(fitted.filter((value) => value <= FLIPPED)),
      ...(carom === undefined || name === carom.name ? {} : { difference: pairedDifference(carom.each.fitted, fitted) }),
      alone,
      points,
    }));
}

/** Mean of second minus first, with its 95 % by resampling blocks. */
export function pairedDifference(first, second) {
  const differences = second.map((value, i) => value - first[i]);
  const blocks = Array.from({ length: Math.ceil(differences.length / BLOCK) }, (_, b) => differences.slice(BLOCK * b, BLOCK * (b + 1)));
  const random = generator(1);
  const means = Array.from({ length: RESAMPLES }, () => {
    const drawn = blocks.map(() => blocks[Math.floor(random() * blocks.length)]);
    return mean(drawn.flat());
  }).sort((a, b) => a - b);
  return { mean: mean(differences), interval: [means[Math.floor(0.025 * RESAMPLES)], means[Math.floor(0.975 * RESAMPLES)]] };
}

/** Evenly in [0, 1): mulberry32, public domain, the same on every machine. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
