/**
 * The questions of the gallery, in their order, and the lines under its best pictures. Numbers in them come from the results, when the
 * gallery is built.
 */
export interface Question {
  readonly question: string;
  readonly note: string;
  /** Examples shown first, in this order. */
  readonly first: readonly string[];
  /** Names of the others. */
  readonly rest: RegExp;
}

export const QUESTIONS: readonly Question[] = [
  {
    question: "Why do engines gain energy?",
    note: "A velocity ratio knows nothing about work.",
    first: ["slip-reversing-rod", "pendulum-restitution-reverse", "newton-gains-44-percent"],
    rest: /^(pendulum-|newton-|rod-)/,
  },
  {
    question: "Spin and grip",
    note: "Friction turns, stops and throws back within one hit.",
    first: ["icosahedron-tetrahedron", "icosahedron-tetrahedron-2-8", "compliant-ball", "bowling-pin", "ball-grips"],
    rest: /^(icosahedron|hodograph|compliant|ball-(grips|slides)|sim-five)/,
  },
  {
    question: "Many at once",
    note: "Touching bodies share one impact, not a list of pairs.",
    first: ["cradle-first-collision", "nine-ball-stop", "sim-flat-drop", "sim-break-follow", "sim-cradle"],
    rest: /^(cradle|chain|nine|two-balls|ball-(in|onto)|block|sim-(cradle|break|surface|flat|sphere|domino)|rocking-block)/,
  },
  {
    question: "What may happen?",
    note: "The same scene many times, with what nobody knows exactly.",
    first: ["sweep-rod-map", "sweep-coin", "sweep-phone-drop"],
    rest: /^sweep-/,
  },
  {
    question: "What was it?",
    note: "Coefficients from measured motions, with their errors.",
    first: ["fit-bounces"],
    rest: /^fit-/,
  },
  {
    question: "Rocking and rest",
    note: "Infinitely many hits in finite time, closed exactly.",
    first: ["sim-phone-drop", "sim-ball-to-rest", "sim-rocking-1", "clatter-rod-half"],
    rest: /^(sim-(?!moving|drop-force)|shape|clatter)/,
  },
  {
    question: "Links and moving ground",
    note: "Joints, stops, belts and shaken floors.",
    first: ["mechanism-double-pendulum", "mechanism-chain", "sim-moving-rocking"],
    rest: /^(mechanism|urdf|sim-moving)/,
  },
  {
    question: "What was the force?",
    note: "Peak, duration, dent: recovered after the fact.",
    first: ["force-steel-ball", "sim-drop-force", "force-rocking-block"],
    rest: /^force/,
  },
  {
    question: "Aim",
    note: "Find the hit that sends it there.",
    first: ["batting-tetrahedron", "batting-ball-with-drag", "batting-table-4-1"],
    rest: /^batting/,
  },
  {
    question: "Waves",
    note: "Where a coefficient of restitution comes from.",
    first: ["elastic-rod-steel", "elastic-rod-damped", "elastic-rod-structural"],
    rest: /^elastic-rod/,
  },
  {
    question: "Soft things",
    note: "Things that sag, and fingers that squeeze.",
    first: ["pickup-tomato", "rest-shape-gelatin-right", "pickup-box"],
    rest: /^(pickup|grasp|rest-shape|soft)/,
  },
];

export interface Story {
  readonly title?: (facts: Facts) => string;
  readonly line: (facts: Facts) => string;
}
type Facts = Readonly<Record<string, number>>;

const say = (title: string, line: string | ((facts: Facts) => string)): Story => ({
  title: () => title,
  line: typeof line === "string" ? () => line : line,
});

const newtons = (force: number) => (force >= 1e4 ? `${(force / 1000).toPrecision(3)} kN` : `${Number(force.toPrecision(3))} N`);
const micro = (duration: number) => `${Number((1e6 * duration).toPrecision(3))} µs`;

export const STORIES: Readonly<Record<string, Story>> = {
  "slip-reversing-rod": say("The rod", "Slip reverses inside the hit; most engines never see it."),
  "newton-gains-8-percent": say("The rod under Newton’s rule", "Where the energy comes from that was never there."),
  "pendulum-restitution-reverse": say("One path, three endings", "Newton, Poisson and energetic restitution part ways."),
  "newton-gains-44-percent": { line: () => "Two bars, one floor, and a rule that pays out." },
  "icosahedron-tetrahedron": say("Icosahedron on a tetrahedron", "It slips, curves, stops and sticks: drag the start."),
  "icosahedron-tetrahedron-2-8": say("Slip that turns around", "Too little friction to hold: it leaves another way."),
  "compliant-ball": say("The superball", "Grip stores spin and gives it back reversed."),
  "bowling-pin": say("Ball off a bowling pin", "A body without symmetry: slip curves all the way."),
  "cradle-first-collision": say("Newton’s cradle, touching", "Five balls leave with five speeds."),
  "nine-ball-stop": say("Nine-ball break", ({ contacts }) => `One strike, ${contacts} touching pairs, no order of play.`),
  "sim-flat-drop": say("A box dropped flat", "It must not tilt: symmetric in, symmetric out."),
  "sim-phone-drop": say("A phone falls on its corner", ({ impacts = 0 }) =>
    impacts > 0 ? `${impacts} hits until it lies still.` : "Hit after hit until it lies still.",
  ),
  "sim-dense-balls": say("Ten balls in a box", "They fall, and come to lie side by side."),
  "sim-dense-heap": say("A heap of boxes", "Five boxes fall on each other, until they rest."),
  "sim-dense-dominoes": say("Rough dominoes", "They slide on each other and end leaning."),
  "sim-dense-wall": say("A ball hits a wall", "Six loose bricks, two kilograms, four metres per second."),
  "sim-dense-cards": say("A house of cards", "Friction 0.6 holds it from the first instant."),
  "sim-dense-cannonballs-stand": say("Cannonballs that stand", "Friction 0.33 is just enough."),
  "sim-dense-cannonballs-fall": say("Cannonballs that fall", "Friction 0.31 is just too little."),
  "sim-dominoes": say("Ten dominoes", "A wave of hits, the last at forty places at once."),
  "sim-ball-to-rest": say("Bounce to rest", ({ end }) =>
    end === undefined ? "Infinitely many bounces in a finite time." : `Infinitely many bounces, all over at ${end.toFixed(2)} s.`,
  ),
  "sim-rocking-1": say("Rocking block", "Each rock keeps the share its shape allows."),
  "mechanism-double-pendulum": say("A double pendulum strikes the floor", ({ impacts = 0 }) =>
    impacts > 0 ? `Two bars on a pin; their tip strikes ${impacts} times, each in another way.` : "Two bars on a pin; their tip strikes.",
  ),
  "mechanism-chain": say("A chain of ten links", "It falls as one body until its end touches; then link after link lies down."),
  "sim-moving-rocking": say("A block rocks on shaken ground", "It tips up, changes edges, and rocks on when the shaking has ended."),
  "force-steel-ball": say("A steel ball on a steel plate", ({ peak = 0, duration = 0 }) => `${newtons(peak)}, gone in ${micro(duration)}.`),
  "sim-drop-force": say("A marble bounces to rest", ({ peak = 0 }) => `${newtons(peak)} at the first hit; at rest only its weight.`),
  "force-rocking-block": say(
    "A rocking block changes edges",
    ({ peak = 0, contacts = 0 }) => `${newtons(peak)} at most, shared by ${contacts} points.`,
  ),
  "batting-tetrahedron": say("Bat it to the target", "Drag the target; the bat finds its swing."),
  "batting-ball-with-drag": say("A tennis ball with drag", "It comes at 20 m/s and shall go back over 20 m."),
  "batting-table-4-1": { line: () => "Two hits in closed form, as the source prints them." },
  "elastic-rod-steel": say("The rod that rings", "A wave runs up, comes back, and lets go."),
  "elastic-rod-damped": say("Restitution from damping", "No coefficient in, one coefficient out."),
  "elastic-rod-structural": say("A rubber rod", "Damped by its rate of strain, it takes its time."),
  "pickup-tomato": say("Pick up a tomato", ({ depth = 0 }) =>
    depth > 0 ? `Squeezed by ${depth.toFixed(1)} mm, it can be lifted.` : "How deep must the fingers squeeze?",
  ),
  "pickup-orange": say("An orange", ({ depth = 0 }) =>
    depth > 0 ? `Hard and heavy: ${depth.toFixed(1)} mm until a second ring of nodes touches.` : "Hard and heavy.",
  ),
  "pickup-bun": say("A steam bun", ({ depth = 0 }) =>
    depth > 0 ? `So soft that the fingers sink in by ${depth.toFixed(0)} mm.` : "So soft.",
  ),
  "pickup-football": { line: () => "How deep must two fingers press before the ball lifts?" },
  "pickup-box": say("A soft box between two fingers", "Which nodes stick, which slip, and when it can be lifted."),
  "rest-shape-gelatin-right": say("A cake without gravity", "What it would be if nothing pulled it down."),
  "rest-shape-gelatin": say("The cake turned over", "With the stiffness of the source, half of the right one."),
  "rest-shape-tower": say("A tower that sways", "The plain iteration overshoots it; Newton stands it up in four steps."),
  "clatter-rod-half": say("Clattering rod", ({ ratio = 0 }) => `The second end strikes ${ratio.toFixed(1)} times as hard as the first.`),
};
