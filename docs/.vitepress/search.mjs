// How the site is searched; scripts/check-search.mjs asks the questions of newcomers with the same settings.
export const SEARCH = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
