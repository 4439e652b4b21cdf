/** The hashes that goldenHashes() gives, by family. Written by `npm run golden`. */
export const GOLDEN_HASHES: Readonly<Record<string, string>> = {
  frictional: "fe161e6b61fa37e9",
  poisson: "28e2b051a700c23f",
  newton: "26fd1a71bc82e9eb",
  compliant: "a7a6c6e38f25192d",
  planar: "f7427c49a114750b",
  simultaneous: "a2ccab0db2d9c5db",
  multipoint: "0048f7a091fa58aa",
  forces: "c14387d6aeff9a00",
  simulation: "03f98aad13e09557",
  mechanism: "188c7b01dab5112b",
  rod: "07cf544df2b5d40f",
  plate: "974304e052831652",
  hit: "a84e1dc0b68aaaea",
  "elastic rod": "ee595b0fbd387599",
  "soft body": "62d8ededc94869c7",
  elementary: "66db191ff0723f31",
};
