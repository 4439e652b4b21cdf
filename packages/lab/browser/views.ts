/** Every view of the lab: an address, and what is there once it is shown. */
export const VIEWS = [
  ["#/", ".card"],
  ["#/impact?example=slip-reversing-rod", ".inspector .knob"],
  ["#/many?example=cradle-first-collision", ".many[data-impulse]"],
  ["#/run?example=sim-phone-drop", ".timeline"],
  ["#/build?example=sim-ball-bounce-and-roll", ".build[data-done=true] .strip"],
  ["#/clatter", ".clatter[data-impulses]"],
  ["#/rod", ".elastic-rod[data-restitution]"],
  ["#/batting", ".batting"],
  ["#/pickup", ".pickup"],
  ["#/rest-shape", ".rest-shape"],
  ["#/engines", ".engine-stage[data-energy]"],
  ["#/sweep?example=sweep-rod-map", ".map-picture"],
  ["#/fit?example=fit-bounces", ".fit-view[data-done=true] .fit-panel"],
  ["#/take?example=sim-ball-to-rest&tab=film", ".take-preview canvas"],
  ["#/tell/rod-turns-back?step=2", ".lesson[data-ready=true]"],
] as const;
