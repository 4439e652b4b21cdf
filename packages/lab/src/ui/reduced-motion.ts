/** Who wants no motion is taken from event to event. */
export function wantsNoMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
