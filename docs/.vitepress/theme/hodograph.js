// The figure of docs/laws/frictional.md that can be moved: the contact of examples/icosahedron-tetrahedron.json, solved by the library in
// the page, drawn as the path of its slip velocity.
import { analyseSlip, contactProblemFromBodies, solveFrictional } from "carom";
import study from "../../../examples/icosahedron-tetrahedron.json";

const { problem } = contactProblemFromBodies(study.bodies, study.contacts);
const [slip1, slip2, normal] = problem.velocity;

/** Half the side of the picture, px. */
const HALF = 180;
/** Slip at its edge, m/s. */
const EDGE = 0.6;
const LETTERS = { "compression-end": "c", "slip-stop": "s", "slip-start": "t", end: "r" };
const WORDS = {
  slides: "Slip never stops.",
  sticks: "Slip stops, and the contact sticks.",
  restarts: "Slip stops, cannot be held, and starts again another way.",
  frictionless: "Without friction slip changes by the coupling alone.",
  untouched: "The bodies do not approach.",
};

/** What the sliders begin with: the study itself. */
export const START = {
  friction: study.contacts[0].friction,
  restitution: study.contacts[0].restitution,
  speed: round(Math.hypot(slip1, slip2), 3),
  angle: round((Math.atan2(slip2, slip1) * 180) / Math.PI, 1),
};

/** The impact from a start: lines, marks and words of the picture. */
export function hodograph({ friction, restitution, speed, angle }) {
  const turn = (angle * Math.PI) / 180;
  const contact = {
    ...problem,
    contacts: [{ friction, restitution }],
    velocity: [speed * Math.cos(turn), speed * Math.sin(turn), normal],
  };
  const { events, history, slip, impulse, energy } = solveFrictional(contact, { history: true });
  const { criticalFriction, invariantDirections } = analyseSlip(contact);
  const path = [contact.velocity, ...history.velocity].map(pixels);
  const compression = events.find(({ kind }) => kind === "compression-end")?.normalImpulse ?? 0;
  const inCompression = history.normalImpulse.filter((p) => p <= compression).length + 1;
  return {
    compression: line(path.slice(0, inCompression)),
    restitution: line(path.slice(inCompression - 1)),
    rays: invariantDirections.map(({ direction: [x, y], stability }) => ({ end: pixels([x * 2 * EDGE, y * 2 * EDGE]), stability })),
    start: path[0],
    marks: events.map(({ kind, velocity }) => ({ letter: LETTERS[kind] ?? "", at: pixels(velocity) })),
    words: `${WORDS[slip[0]]} Impulse (${impulse.map((p) => p.toFixed(4)).join(", ")}) N s; friction takes ${share(energy.frictionLoss, energy)} %, restitution ${share(energy.restitutionLoss, energy)} % of the energy. A stopped contact needs a friction of ${criticalFriction.toFixed(3)} to stay.`,
  };
}

function share(loss, { before }) {
  return ((100 * loss) / before).toFixed(2);
}

function pixels([x, y]) {
  return [HALF + (x / EDGE) * HALF, HALF - (y / EDGE) * HALF];
}

function line(points) {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
