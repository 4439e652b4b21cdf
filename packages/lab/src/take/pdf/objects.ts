/** The objects of a PDF and the file that they make (ISO 32000-1, section 7). The same objects give the same bytes. */

/** As short as it can be written: a thousandth of a point is finer than print. */
export function number(value: number): string {
  const text = (Number.isFinite(value) ? value : 0).toFixed(3).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

/** Text of the document's own words, e.g. its title: UTF-16 as hexadecimal digits. */
export function words(text: string): string {
  const digits = [...text].flatMap((letter) => letter.split("")).map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return `<feff${digits.join("")}>`;
}

export interface PdfFile {
  /** Takes a number for an object that is told later. */
  readonly reserve: () => number;
  readonly tell: (object: number, content: string) => void;
  readonly add: (content: string) => number;
  /** @param plain left as it is, so that others can find it in the file */
  readonly addStream: (dictionary: string, bytes: Uint8Array, plain?: boolean) => Promise<number>;
  /** @param bytes deflated already */
  readonly addPacked: (dictionary: string, bytes: Uint8Array) => number;
  /** @param root number of the catalogue */
  readonly bytes: (root: number, info: number) => Uint8Array;
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);

export function createPdf(): PdfFile {
  const objects: (readonly Uint8Array[])[] = [];
  const reserve = () => objects.push([]);
  const tell = (object: number, content: string) => {
    objects[object - 1] = [latin(content)];
  };
  const add = (content: string) => {
    const object = reserve();
    tell(object, content);
    return object;
  };
  const addBytes = (dictionary: string, bytes: Uint8Array) => {
    const object = reserve();
    objects[object - 1] = [latin(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`), bytes, latin("\nendstream")];
    return object;
  };
  const addPacked = (dictionary: string, bytes: Uint8Array) => addBytes(`${dictionary} /Filter /FlateDecode`, bytes);
  const addStream = async (dictionary: string, bytes: Uint8Array, plain = false) =>
    plain ? addBytes(dictionary, bytes) : addPacked(dictionary, await deflated(bytes));
  const bytes = (root: number, info: number) => {
    const parts: Uint8Array[] = [latin("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")];
    const places: number[] = [];
    let length = parts[0].length;
    const push = (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
    };
    objects.forEach((content, i) => {
      places.push(length);
      push(latin(`${i + 1} 0 obj\n`));
      for (const part of content) push(part);
      push(latin("\nendobj\n"));
    });
    const table = length;
    const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    push(latin(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
    push(latin(`trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${table}\n%%EOF\n`));
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  return { reserve, tell, add, addStream, addPacked, bytes };
}
