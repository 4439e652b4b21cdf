/**
 * What pictures are made of before anything is drawn: paths cut at their events, flow lines, spans of contact, places for words, numbers as
 * people read them. For those who draw live and keep their elements, as the lab does.
 */

export { type Box, createPlacer, dodge, type Placer, textWidth } from "./draw/labels.js";
export { degrees, energyText, fixed, niceTicks, percent, significant, tickText, withUnit } from "./draw/numbers.js";
export { linePath, type Point } from "./draw/svg.js";
export { type DrawnContact, drawnContact, type Pair, slipRate } from "./impact/one-contact/contact.js";
export { type FlowLine, flowLines } from "./impact/one-contact/flow.js";
export { rayWords } from "./impact/one-contact/hodograph.js";
export { distanceToEdge, type VelocityPlane, velocityPlane } from "./impact/one-contact/plane.js";
export { type SlipBar, slipBars } from "./impact/one-contact/slip-bars.js";
export {
  eventName,
  isRest,
  type Mark,
  type Sample,
  type Stretch,
  samplesOf,
  speedOf,
  type Track,
  trackOf,
} from "./impact/one-contact/track.js";
export { type ContactCourse, type Course, courseOf } from "./impact/several-contacts/course.js";
export { type Scene, sceneOf } from "./impact/several-contacts/scene.js";
export { byPair, type ContactLine, contactLines, pairOf, type Span, type SpanMode } from "./simulation/contact-spans.js";
