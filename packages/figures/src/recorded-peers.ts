/**
 * What physics engines from npm make of the slip-reversing rod, with version and date: written by `npm run bench -- --record`, never by
 * hand. The command and the lab show it where the engines do not run.
 */
import type { RecordedPeers } from "./peers.js";

export const recordedPeers: RecordedPeers = {
  date: "2026-11-17",
  rows: [
    {
      engine: "Jolt",
      version: "1.1.0",
      settings: "default",
      configuration:
        "time step 1/60 s, 10 velocity and 2 position iterations, slop 0.02 m, Baumgarte 0.2, speculative distance 0.02 m, " +
        "restitution cut-off 1 m/s (speeds doubled to be above it), damping 0",
      results: [
        {
          restitution: 1,
          energyRatio: 1.1695847440473088,
          slipAfter: 0.004468480638244121,
          normalAfter: 1.0000000080549931,
          energyRange: [1.1651171016486008, 1.173845501236366],
        },
        {
          restitution: 0.9,
          energyRatio: 1.0823166082572269,
          slipAfter: 0.004303801583882549,
          normalAfter: 0.9000001306060589,
          energyRange: [1.078688941935935, 1.0857472612264119],
        },
        {
          restitution: 0.5,
          energyRatio: 0.8251048475707395,
          slipAfter: 0.003645692111615806,
          normalAfter: 0.5000000903590873,
          energyRange: [0.8239542127745567, 0.826088793031721],
        },
      ],
    },
    {
      engine: "Jolt",
      version: "1.1.0",
      settings: "best",
      configuration:
        "time step 1e-4 s, 100 velocity and 20 position iterations, slop 0 m, Baumgarte 0, restitution cut-off 0 m/s, damping 0",
      results: [
        {
          restitution: 1,
          energyRatio: 1.1687007009220147,
          slipAfter: 0.0000683246565975626,
          normalAfter: 0.9999999621497474,
          energyRange: [1.1686876278315095, 1.1687139610646353],
        },
        {
          restitution: 0.9,
          energyRatio: 1.0816014392630502,
          slipAfter: 0.00006572994294984369,
          normalAfter: 0.900000178861586,
          energyRange: [1.081590683645207, 1.0816121227523565],
        },
        {
          restitution: 0.5,
          energyRatio: 0.824886572678069,
          slipAfter: 0.00005532925568396685,
          normalAfter: 0.5000000863746566,
          energyRange: [0.8248829109826536, 0.8248896357558572],
        },
      ],
    },
    {
      engine: "cannon-es",
      version: "0.20.0",
      settings: "default",
      configuration:
        "time step 1/60 s, 10 iterations, contact stiffness 1e7 and relaxation 3, frictionGravity 9.82 m/s^2 so that friction acts",
      results: [
        {
          restitution: 1,
          energyRatio: 1.1954257788131883,
          slipAfter: 0.04728757318393273,
          normalAfter: 0.9998836175954524,
          energyRange: [1.0695519130868347, 1.3401971277501832],
        },
        {
          restitution: 0.9,
          energyRatio: 1.112337511191964,
          slipAfter: 0.047298472775314626,
          normalAfter: 0.9075823956622191,
          energyRange: [0.9986120275295928, 1.2449604780649757],
        },
        {
          restitution: 0.5,
          energyRatio: 0.8580811825469553,
          slipAfter: 0.0473420711408431,
          normalAfter: 0.5383775079292862,
          energyRange: [0.7929492271405147, 0.9402120561217736],
        },
      ],
    },
    {
      engine: "cannon-es",
      version: "0.20.0",
      settings: "best",
      configuration:
        "time step 1e-4 s, 100 iterations, tolerance 0, contact and friction stiffness 1e15 and relaxation 1e6 (no position " +
        "correction), frictionGravity 9.82 m/s^2 so that friction acts",
      results: [
        {
          restitution: 1,
          energyRatio: 1.1686867287088512,
          slipAfter: 1.542424236111728e-7,
          normalAfter: 0.9999999999998969,
          energyRange: [1.1686863008645012, 1.1686871565533994],
        },
        {
          restitution: 0.9,
          energyRatio: 1.0815898213997863,
          slipAfter: 1.5424242749695338e-7,
          normalAfter: 0.9000000249998967,
          energyRange: [1.0815894363398666, 1.081590189639749],
        },
        {
          restitution: 0.5,
          energyRatio: 0.8248831142209141,
          slipAfter: 1.5424244259598652e-7,
          normalAfter: 0.5000001249998971,
          energyRange: [0.8248829002987156, 0.8248833196784473],
        },
      ],
    },
    {
      engine: "Rapier",
      version: "0.21.0",
      settings: "default",
      configuration: "time step 1/60 s, 4 solver iterations, allowed error 0.005 m, prediction distance 0.02 m",
      results: [
        {
          restitution: 1,
          energyRatio: 1.0003854250626858,
          slipAfter: -0.6408660148400687,
          normalAfter: 1.0000021480340384,
          energyRange: [0.999980904273679, 1.0136058320921877],
        },
        {
          restitution: 0.9,
          energyRatio: 0.9453386635850592,
          slipAfter: -0.5791687845317979,
          normalAfter: 0.9000019573299547,
          energyRange: [0.9449339649034523, 0.958559235838122],
        },
        {
          restitution: 0.5,
          energyRatio: 0.7830960552900814,
          slipAfter: -0.3323806433996598,
          normalAfter: 0.5000021021685044,
          energyRange: [0.7826906152481424, 0.7963163241292887],
        },
      ],
    },
    {
      engine: "Rapier",
      version: "0.21.0",
      settings: "best",
      configuration: "time step 1e-4 s, 40 solver iterations with 10 inner ones, allowed error 0 m, 8 continuous-collision substeps",
      results: [
        {
          restitution: 1,
          energyRatio: 1.000110468538143,
          slipAfter: -0.6311870994730842,
          normalAfter: 1.0000155332251441,
          energyRange: [1.0000199691821623, 1.0032762374695696],
        },
        {
          restitution: 0.9,
          energyRatio: 0.9450625484141134,
          slipAfter: -0.5694895224532821,
          normalAfter: 0.9000150351485945,
          energyRange: [0.9449712662364678, 0.9482273216940322],
        },
        {
          restitution: 0.5,
          energyRatio: 0.782814199594491,
          slipAfter: -0.3226981742394799,
          normalAfter: 0.5000120313180322,
          energyRange: [0.7827242855535708, 0.7859792444946876],
        },
      ],
    },
  ],
};
