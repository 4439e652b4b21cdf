// What newcomers ask, for the index of the pages (check-search.mjs) and for the search box of the built site (check-site.mjs).

/** What is asked, which is what is typed first; what is typed next where that finds nothing; pages that answer. */
export const QUESTIONS = [
  ["My robot does not load", "urdf error", ["mistakes", "urdf"]],
  ["How hard does it hit?", "force of an impact", ["mistakes", "forces", "tutorials/force"]],
  ["What is restitution for two materials?", "restitution materials", ["mistakes", "force-laws"]],
  ["Why does it say not-converged?", "not-converged", ["mistakes", "conventions"]],
  ["How do I use it in three.js?", "three.js", ["engine"]],
  ["Which law should I take?", "which law", ["laws/README", "laws/which"]],
  ["How do I vary friction over many runs?", "sweep friction", ["sweeps", "tutorials/sweep"]],
  ["Which way does the normal point?", "normal first body", ["conventions", "mistakes"]],
  ["How exact is a result?", "trust a number", ["trust"]],
  ["How do I drop a phone?", "drop test", ["sweeps", "tutorials/sweep"]],
  ["What does the field outcome.impulse mean?", "outcome.impulse", ["results", "glossary"]],
  ["Is there something for my class?", "lessons", ["lessons/index", "tutorials/lesson"]],
  ["Bodies pass through each other", "contacts material pairs", ["mistakes", "first-simulation"]],
  ["Why does the energy grow?", "energy-gain", ["mistakes", "laws/newton", "conventions"]],
  ["Can I use it from Python?", "python", ["python"]],
  ["How do I get it into Blender?", "export glb", ["export"]],
  ["What units are used?", "SI units", ["conventions", "mistakes", "guide"]],
  ["How do I install it?", "npm ci", ["guide"]],
  ["Can I find friction from a video?", "fit recording", ["fit", "tutorials/fit"]],
  ["How does it compare with MuJoCo?", "MuJoCo", ["validation", "reality", "benchmarks"]],
  ["What does e with a star mean?", "energetic restitution", ["glossary", "laws/README"]],
  ["Does it run in the browser?", "lab browser", ["lab", "guide"]],
];
/** Pages that a reader looks at. */
export const SHOWN = 5;
