/** Sentences of the library as they stand in a page. */
import { significant } from "@carom/figures/geometry";

/** Digits that files have and people do not read. */
const LONG = 5;

/** A sentence of the library as it stands in a page: numbers to four digits, deviations to two, signs as they are printed. */
export function readable(sentence: string): string {
  const short = (text: string, digits: number) => {
    const plain = significant(Number(text), digits);
    return plain.includes(".") && !plain.includes("×") ? plain.replace(/\.?0+$/, "") : plain;
  };
  return sentence
    .replace(/\+- (\d[\d.]*(?:e[-+]?\d+)?)/g, (_, text: string) => `± ${short(text, 2)}`)
    .replace(/(?<![\w.])-?\d+\.\d+(?:e[-+]?\d+)?(?![\w.]*\d)/g, (text) =>
      text.replace(/e.*|\D/g, "").replace(/^0+/, "").length >= LONG ? short(text, 4) : text.replace(/^-/, "−"),
    )
    .replace(/\^2\b/g, "²")
    .replace(/\^3\b/g, "³");
}
