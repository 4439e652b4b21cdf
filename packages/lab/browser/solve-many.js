// Plain JavaScript, so that Node and the browser run the same text.

/** Solves problems of every family by two methods and returns every number, at full precision. */
export async function solveMany(base, count) {
  const slip = await import(/* @vite-ignore */ `${base}impact/slip/index.js`);
  const { createRandom } = await import(/* @vite-ignore */ `${base}math/random.js`);
  const { problemFamilies } = await import(/* @vite-ignore */ `${base}testing/slip-families.js`);
  const contact = slip.createSlipContact();
  const path = slip.createSlipPath();
  const rows = [];
  const random = createRandom(7);
  for (let i = 0; i < count; i++) {
    problemFamilies[i % problemFamilies.length].draw(random, contact);
    for (const follow of [slip.followSlipBySeries, slip.followSlipByTaylor]) {
      follow(contact, path);
      rows.push([...path.numbers.subarray(0, path.count * 8), path.state.restitutionLoss]);
    }
  }
  return rows;
}

/** The elementary functions over a wide range of arguments. */
export async function evaluateMany(base) {
  const elementary = await import(/* @vite-ignore */ `${base}math/elementary.js`);
  const values = [];
  for (const name of Object.keys(elementary).sort()) {
    for (let i = 1; i <= 400; i++) {
      const x = (i % 2 === 0 ? 1 : -1) * i * i * 1e-3;
      const value = elementary[name](x, 0.37 * i);
      values.push(Number.isNaN(value) ? -1 : value);
    }
  }
  return values;
}

/** The hashes of the thousand results of all families. */
export async function hashMany(base) {
  const { goldenHashes } = await import(/* @vite-ignore */ `${base}testing/golden.js`);
  return goldenHashes();
}

/** A heap that steps beside a block and a ball that go by events: every coordinate and speed at its end, and who stepped. */
export async function simulateBoth(base) {
  const { createSimulation, systemFromScene } = await import(/* @vite-ignore */ `${base}simulation/index.js`);
  const box = (position, more = {}) => ({ shape: { type: "box", size: [0.2, 0.15, 0.1] }, mass: 1, position, ...more });
  const bodies = {
    a: box([0, 0, 0.07]),
    b: box([0.03, 0.02, 0.2]),
    c: box([-0.04, 0.01, 0.33], { angularVelocity: [1, 2, 0] }),
    block: box([-4, 0, 0.05], { velocity: [1, 0.4, 0], angularVelocity: [0, 0, 3] }),
    ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [4, 0, 0.6], velocity: [0.3, 0, 0] },
    floor: { plane: { normal: [0, 0, 1] } },
  };
  const system = systemFromScene({ bodies, material: { friction: 0.4, restitution: 0.2 } });
  const simulation = createSimulation(system, system.initialState(), { method: "auto" });
  simulation.advance(0.4);
  return { stepped: simulation.stepped, coordinates: [...simulation.coordinates], speeds: [...simulation.speeds] };
}

/** Derivatives of one impact by every law that has them, and of a run through impacts and sliding: every number. */
export async function differentiateMany(base) {
  const { impactDerivatives } = await import(/* @vite-ignore */ `${base}impact/index.js`);
  const { createSimulation, systemFromScene } = await import(/* @vite-ignore */ `${base}simulation/index.js`);
  const problem = {
    dimension: 3,
    contacts: [{ friction: 0.4, restitution: 0.6 }],
    mobility: [
      [2.6, 0.3, -1.1],
      [0.3, 2.2, 0.4],
      [-1.1, 0.4, 2.5],
    ],
    velocity: [0.7, -0.4, -1],
  };
  const impacts = ["frictional", "poisson", "newton", "simultaneous"].flatMap((law) =>
    impactDerivatives(law, problem).by.flatMap(({ impulse }) => impulse),
  );
  const built = (friction) =>
    systemFromScene({
      bodies: {
        box: {
          shape: { type: "box", size: [0.2, 0.3, 0.12] },
          mass: 1.1,
          position: [0, 0, 0.3],
          orientation: [0.3, -0.2, 0.15, Math.sqrt(1 - 0.3 * 0.3 - 0.2 * 0.2 - 0.15 * 0.15)],
          velocity: [0.7, -0.3, -0.4],
          angularVelocity: [3, -2, 1.5],
        },
        ball: { shape: { type: "sphere", radius: 0.05 }, mass: 0.2, position: [2, 0, 0.05], velocity: [0.5, 0.2, 0] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      material: { friction, restitution: 0.2 },
    });
  const system = built(0.3);
  const start = system.initialState();
  const upwards = Float64Array.from(start.coordinates, (_, k) => (k === 2 ? 1 : 0));
  const moved = [1, -1].map((side) => ({ weight: side / 2e-3, system: built(0.3 + side * 1e-3) }));
  const tangents = { columns: [{ coordinates: upwards }, { moved }] };
  const simulation = createSimulation(system, start, { method: "events", tangents });
  simulation.advance(0.35);
  const { coordinates, speeds, events } = simulation.tangents;
  return { impacts, run: [...coordinates, ...speeds, ...events.map(({ shift }) => shift)].map((values) => [...values]) };
}
