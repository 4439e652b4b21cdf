/** The lines of a file, read as they are asked for. */
import { createReadStream } from "node:fs";
import type { Lines } from "carom/export";
import { CommandFailure, systemReason } from "../failure.js";

/** Characters of a line beyond which a file is not one of lines. */
const LONGEST = 64 * 1024 * 1024;

/** Lines from the beginning, as often as asked. */
export function linesOf(file: string): Lines {
  return async function* () {
    let rest = "";
    try {
      for await (const piece of createReadStream(file, { encoding: "utf8", highWaterMark: 256 * 1024 }) as AsyncIterable<string>) {
        const lines = piece.split("\n");
        lines[0] = rest + lines[0];
        rest = lines.pop() ?? "";
        if (rest.length > LONGEST) throw new CommandFailure(`${file}: has a line of more than ${LONGEST} characters`);
        yield* lines;
      }
    } catch (error) {
      throw error instanceof CommandFailure || !isSystem(error) ? error : new CommandFailure(`${file}: ${systemReason(error)}`);
    }
    if (rest !== "") yield rest;
  };
}

const isSystem = (error: unknown) => error instanceof Error && "code" in error;
