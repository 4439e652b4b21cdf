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
  readonly shadow: Color;
  /** How dark the shadow of a contact is, 0 to 1. */
  readonly shadowDepth: number;
}

export function stageColours(): StageColours {
  const sunken = cssColour("--sunken");
  // On a dark ground only black is darker.
  const dark = sunken.getHSL({ h: 0, s: 0, l: 0 }).l < 0.5;
  return {
    sunken,
    ink: cssColour("--ink1"),
    line: cssColour("--line2"),
    slip: cssColour("--slip"),
    stick: cssColour("--stick"),
    bodies: [cssColour("--body-a"), cssColour("--body-b")],
    shadow: dark ? new Color(0x000000) : cssColour("--ink1"),
    shadowDepth: dark ? 0.85 : 0.34,
  };
}
