/** The hashes that goldenHashes() gives, by family. Written by `npm run golden`. */
export const GOLDEN_HASHES: Readonly<Record<string, string>> = {
  frictional: "6f5207598ad90a1b",
  poisson: "28e2b051a700c23f",
  newton: "26fd1a71bc82e9eb",
  compliant: "a7a6c6e38f25192d",
  planar: "f7427c49a114750b",
  simultaneous: "f905a13bba2d7ba5",
  multipoint: "021f2003c43aa899",
  forces: "d6ef2f0e959fae60",
  simulation: "92b863f61cc95638",
  mechanism: "188c7b01dab5112b",
  rod: "98cd11dc608ee0c6",
  plate: "f9174973a52b409d",
  hit: "5e23175a6b829690",
  "elastic rod": "c8a8a49992b2dfc7",
  "soft body": "0a7673ce7fba7fa4",
  elementary: "66db191ff0723f31",
};
