/**
 * A study as part of an address: its JSON, deflated, in base64url.
 *
 * What comes out of an address was written by anybody: it is unpacked piece by piece and given up as soon as it is larger than a study in
 * an address can be.
 */

/** Longest packed text that is put into an address. */
export const LONGEST_LINK = 8192;
/** Longest text that is taken out of one: JSON deflates to a twentieth at most, unless it is meant to do harm. */
const LONGEST_TEXT = 2_000_000;

export async function packStudy(value: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The JSON text; throws an Error that says why there is none. */
export async function unpackStudy(packed: string): Promise<string> {
  if (!/^[A-Za-z0-9_-]+$/.test(packed)) throw new Error("it holds characters that no such link has");
  const binary = decoded(packed);
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("it is cut off or damaged");
    });
    if (done) return text + decoder.decode();
    text += decodedPiece(decoder, value);
    if (text.length > LONGEST_TEXT) {
      void reader.cancel();
      throw new Error("what it holds is too large to be a study");
    }
  }
}

function decoded(packed: string): string {
  try {
    return atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    throw new Error("it is cut off or damaged");
  }
}

function decodedPiece(decoder: TextDecoder, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw new Error("it is cut off or damaged");
  }
}
