/** Throws unless the text is well-formed XML: tags that close, quoted attributes, and nothing loose. Returns the number of elements. */
export function checkXml(text: string): number {
  const token = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<>]+)/gy;
  const open: string[] = [];
  let count = 0;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw new Error(`not XML at ${at}: ${text.slice(at, at + 60)}`);
    at = token.lastIndex;
    const [, closing, name, attributes, empty, content] = match;
    const loose = (content ?? attributes ?? "").replace(/&(?:amp|lt|gt|quot);/g, "");
    if (loose.includes("&")) throw new Error(`loose ampersand in ${loose}`);
    if (name === undefined) continue;
    if (closing === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      count++;
      if (empty !== "/") open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`${open.join(", ")} left open`);
  return count;
}
