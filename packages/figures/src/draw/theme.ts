/**
 * The palette: colour is physics, everything else is ink on paper.
 *
 * Figures are drawn in the light colours as plain attributes, so that any SVG program shows them. The serializer (svg.ts) gives each element that
 * uses a token a class such as `fill-slip`; `themeCss` re-colours those classes by CSS variables, which is how a report or a page turns dark.
 */
export const colour = {
  paper: "#FAFAF7",
  sunken: "#F1F1EC",
  ink1: "#15181C",
  ink2: "#454B54",
  ink3: "#666D77",
  line: "#DFDFD9",
  line2: "#8C929B",
  slip: "#BF5508",
  slipText: "#A84700",
  stick: "#1768B8",
  stickText: "#155FA6",
  lossRestitution: "#9A2C7C",
  lossRestitutionText: "#8E2A78",
  kept: "#1F8570",
  keptText: "#0F7662",
  created: "#C4122F",
  createdText: "#B00D28",
  compression: "#59616C",
  /** Words on a solid fill. */
  onSolid: "#FFFFFF",
} as const;

type Token = keyof typeof colour;

const dark: Record<Token, string> = {
  paper: "#0F1215",
  sunken: "#0A0C0F",
  ink1: "#ECEEF0",
  ink2: "#B7BDC6",
  ink3: "#8D95A0",
  line: "#2A3038",
  line2: "#6B737E",
  slip: "#F2924A",
  slipText: "#F5A468",
  stick: "#4F9DF2",
  stickText: "#74B2F5",
  lossRestitution: "#D66BB8",
  lossRestitutionText: "#E08CC7",
  kept: "#4FD0A8",
  keptText: "#67D9B5",
  created: "#FF5468",
  createdText: "#FF7685",
  compression: "#A3ABB6",
  onSolid: "#15181C",
};

/** Strength of the pale fills: what is lost is the same hue, thinned. */
export const opacity = { frictionLoss: 0.24, restitutionLoss: 0.3, springLoss: 0.3, compression: 0.08, flow: 0.34 } as const;

export const fontFamily = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const tokens = Object.keys(colour) as Token[];
const tokenOf = new Map<string, string>(tokens.map((token) => [colour[token], cssName(token)]));

/** `fill-slip` for a fill of the colour of slip; undefined for what is not in the palette. */
export function themeClass(property: "fill" | "stroke", value: string): string | undefined {
  const token = tokenOf.get(value);
  return token === undefined ? undefined : `${property}-${token}`;
}

function cssName(token: Token): string {
  return token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const variables = (palette: Record<Token, string>) => tokens.map((token) => `--${cssName(token)}:${palette[token]}`).join(";");

/** Light and dark variables, and the rules by which figures follow them. For any page that holds figures as inline SVG. */
export const themeCss: string = [
  `:root{color-scheme:light;${variables(colour)}}`,
  `@media (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(dark)}}}`,
  ...tokens.map(
    (token) => `.fill-${cssName(token)}{fill:var(--${cssName(token)})}.stroke-${cssName(token)}{stroke:var(--${cssName(token)})}`,
  ),
].join("\n");
