import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkXml } from "./figures.test.data.js";
import { element, escapeText, linePath, svgDocument, svgText } from "./svg.js";
import { colour, themeCss } from "./theme.js";

/** Any code units: letters, controls, halves of characters. */
const anyWords = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })))
  .map((codes) => String.fromCharCode(...codes));

describe("writing elements", () => {
  it("escapes text and attributes so that any words give well-formed XML", () => {
    fc.assert(
      fc.property(anyWords, (words) => {
        const text = svgText(element("g", { "aria-label": words }, element("text", {}, words)));
        expect(checkXml(text)).toBe(2);
      }),
    );
  });

  it("writes what HTML serializers leave alone in attributes", () => {
    expect(svgText(element("a", { title: '<b> & "c"' }, "<d> & e"))).toBe('<a title="&lt;b&gt; &amp; &quot;c&quot;">&lt;d&gt; &amp; e</a>');
    expect(escapeText("a\u0000b\uD800c\td")).toBe("a\uFFFDb\uFFFDc\td");
  });

  it("rounds coordinates to two decimals, also small ones written with an exponent, and leaves other attributes alone", () => {
    const text = svgText(element("path", { d: "M1.23456,-1e-9L-0.004,7.5e1", "stroke-opacity": 0.123, "data-x": "1.23456" }));
    expect(text).toBe('<path d="M1.23,0L0,75" data-x="1.23456" stroke-opacity="0.123"/>');
  });

  it("gives elements in a token's colour the token's class, and the style sheet has a rule for it", () => {
    const text = svgText(element("path", { fill: colour.slip, stroke: colour.lossRestitutionText, class: "x" }));
    expect(text).toContain('class="x fill-slip stroke-loss-restitution-text"');
    expect(themeCss).toContain(".stroke-loss-restitution-text{stroke:var(--loss-restitution-text)}");
    expect(svgText(element("path", { fill: "none" }))).toBe('<path fill="none"/>');
  });

  it("makes a document with its own namespace, size and label", () => {
    const text = svgDocument({ width: 10, height: 20 }, "a < b", []);
    for (const part of ['xmlns="http://www.w3.org/2000/svg"', 'viewBox="0 0 10 20"', 'width="10"', 'height="20"'])
      expect(text.slice(0, text.indexOf(">"))).toContain(part);
    expect(text).toContain("<title>a &lt; b</title>");
  });
});

it("draws lines through their first and last point and drops points no one can tell apart", () => {
  expect(
    linePath([
      [0, 0],
      [0.01, 0.01],
      [5, 5],
      [5.001, 5],
    ]),
  ).toBe("M0,0L5,5L5,5");
  expect(
    linePath(
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      true,
    ),
  ).toBe("M0,0L1,0L1,1Z");
});
