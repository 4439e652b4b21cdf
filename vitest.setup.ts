// Every property test draws the same cases in every run; a larger seeded campaign is `npm run stress`.
import fc from "fast-check";

fc.configureGlobal({ seed: 20_261_115 });
