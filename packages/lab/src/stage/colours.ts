/** The page's colours as three knows them. */
import { Color } from "three";

export function cssColour(name: string): Color {
  const value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  // Eight digits carry an opacity, which three does not read.
  return new Color(/^#[0-9a-f]{8}$/i.test(value) ? value.slice(0, 7) : value || "#888888");
}

export interface StageColours {
  readonly sunken: Color;
  readonly ink: Color;
  readonly line: Color;
  readonly slip: Color;
  readonly stick: Color;
  readonly bodies: readonly [Color, Color];
}

export function stageColours(): StageColours {
  return {
    sunken: cssColour("--sunken"),
    ink: cssColour("--ink1"),
    line: cssColour("--line2"),
    slip: cssColour("--slip"),
    stick: cssColour("--stick"),
    bodies: [cssColour("--body-a"), cssColour("--body-b")],
  };
}
