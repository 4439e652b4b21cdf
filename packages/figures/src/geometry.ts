/**
 * What pictures are made of before anything is drawn: paths cut at their events, flow lines, spans of contact, places for words, numbers as people read them.
 * For those who draw live and keep their elements, as the lab does.
 */
export { type DrawnContact, drawnContact, type Pair, slipRate } from "./impact/contact.js";
export { type FlowLine, flowLines } from "./impact/flow.js";
export { rayWords } from "./impact/hodograph.js";
export { distanceToEdge, type VelocityPlane, velocityPlane } from "./impact/plane.js";
export { eventName, isRest, type Mark, type Sample, type Stretch, samplesOf, speedOf, type Track, trackOf } from "./impact/track.js";
export { type Box, createPlacer, dodge, type Placer, textWidth } from "./labels.js";
export { degrees, energyText, fixed, niceTicks, percent, significant, tickText, withUnit } from "./numbers.js";
export { type ContactCourse, type Course, courseOf } from "./several/course.js";
export { type Scene, sceneOf } from "./several/scene.js";
export { type ContactLine, contactLines, type Span, type SpanMode } from "./simulation/contact-spans.js";
export { linePath, type Point } from "./svg.js";
