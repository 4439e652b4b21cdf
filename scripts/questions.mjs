// What newcomers ask, for the index of the pages (check-search.mjs) and for the search box of the built site (check-site.mjs).

/** What is asked, what is typed (a second try where the first words are not those of the page), and pages that answer. */
export const QUESTIONS = [
  ["My robot does not load", ["robot does not load"], ["mistakes", "urdf"]],
  ["How hard does it hit?", ["how hard does it hit", "force of an impact"], ["forces", "sweeps"]],
  ["What is restitution for two materials?", ["restitution two materials"], ["mistakes", "force-laws"]],
  ["Why does it say not-converged?", ["not-converged"], ["mistakes", "conventions"]],
  ["How do I use it in three.js?", ["three.js"], ["engine", "mistakes"]],
  ["Which law should I take?", ["which law"], ["laws/README", "laws/which"]],
  ["How do I vary friction over many runs?", ["vary friction many runs", "sweep friction"], ["sweeps"]],
  ["Which way does the normal point?", ["normal points into first body"], ["conventions", "mistakes", "guide"]],
  ["How exact is a result?", ["how far to trust a number"], ["trust"]],
  ["How do I drop a phone?", ["drop test phone"], ["sweeps"]],
  ["What does the field outcome.impulse mean?", ["outcome.impulse"], ["results", "glossary"]],
  ["Something for my class?", ["lessons work sheets"], ["lessons/index"]],
];
/** Pages that a reader looks at. */
export const SHOWN = 5;
