/** The hashes that goldenHashes() gives, by family. Written by `npm run golden`. */
export const GOLDEN_HASHES: Readonly<Record<string, string>> = {
  frictional: "fe161e6b61fa37e9",
  poisson: "28e2b051a700c23f",
  newton: "26fd1a71bc82e9eb",
  compliant: "a7a6c6e38f25192d",
  planar: "f7427c49a114750b",
  simultaneous: "798164263a2f3aac",
  multipoint: "0316f7f36d067339",
  forces: "c14387d6aeff9a00",
  simulation: "1e02f5595bfc19db",
  mechanism: "188c7b01dab5112b",
  rod: "98cd11dc608ee0c6",
  plate: "f9174973a52b409d",
  hit: "5e23175a6b829690",
  "elastic rod": "ee595b0fbd387599",
  "soft body": "62d8ededc94869c7",
  elementary: "66db191ff0723f31",
};
