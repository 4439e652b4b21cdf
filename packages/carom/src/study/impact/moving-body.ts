import type { GivenBody, StudyBody } from "./schema.js";

/** Whether a body of an impact can move: it is neither "fixed" nor ground with a shape. */
export function isMovingBody(body: GivenBody): body is StudyBody {
  return body !== "fixed" && !("plane" in body) && !("fixed" in body);
}
