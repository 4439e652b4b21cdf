/**
 * `carom serve --stdio`: answers requests on standard input until it ends, one after the other. What programs in other languages are built
 * on; docs/python.md has the protocol.
 *
 * The first request is { "method": "hello", "protocols": [1] }; the answer names the protocol that both know. Then
 *
 *     { "id": 7, "method": "run", "params": { ... } }    ->    { "id": 7, "value": ... } or { "id": 7, "error": { "type", "message" } }
 *
 * A frame that cannot be understood is answered with an error; where nothing after it can be understood either, the process ends with 2.
 */
import { InvalidInputError, SolverError } from "carom/study";
import { BAD_INPUT, CommandFailure, DONE } from "../failure.js";
import { packed } from "../serve/arrays.js";
import { BadFrame, type Frame, framePieces, framesIn, type NumberArray } from "../serve/frames.js";
import { METHODS, type Session } from "../serve/methods.js";

const PROTOCOLS = [1];

export async function serve(version: string): Promise<void> {
  const session: Session = {};
  let greeted = false;
  for await (const frame of framesIn(process.stdin as AsyncIterable<Uint8Array>)) {
    if (frame instanceof BadFrame) {
      await send({ id: null, error: { type: "BadFrame", message: frame.message } });
      if (frame.ends) {
        process.exitCode = BAD_INPUT;
        return;
      }
      continue;
    }
    const id = frame.header.id ?? null;
    try {
      if (frame.header.method === "hello") {
        const value = hello(frame.header, version);
        greeted = true;
        await send({ id, value });
      } else {
        if (!greeted) throw new InvalidInputError("method", frame.header.method, "comes before hello: the first request is hello");
        const { value, arrays } = packed(await answer(frame, session));
        await send({ id, value }, arrays);
      }
    } catch (error) {
      await send({ id, error: errorOf(error) });
    }
  }
  process.exitCode = DONE;
}

function hello({ protocols }: Frame["header"], version: string) {
  const known = Array.isArray(protocols) ? PROTOCOLS.filter((own) => protocols.includes(own)) : [];
  if (known.length === 0)
    throw new InvalidInputError("protocols", protocols, `has none of those that carom ${version} knows: ${PROTOCOLS.join(", ")}`);
  return { protocol: Math.max(...known), version, methods: Object.keys(METHODS) };
}

async function answer({ header: { method, params = {} }, arrays }: Frame, session: Session): Promise<unknown> {
  if (typeof method !== "string" || !Object.hasOwn(METHODS, method))
    throw new InvalidInputError("method", method, `is not one of hello, ${Object.keys(METHODS).join(", ")}`);
  if (typeof params !== "object" || params === null || Array.isArray(params))
    throw new InvalidInputError("params", params, "is not an object");
  return METHODS[method]({ params: params as Readonly<Record<string, unknown>>, arrays }, session);
}

/** The same text as the command prints. */
function errorOf(error: unknown) {
  if (error instanceof InvalidInputError) return { type: "InvalidInputError", message: error.message };
  if (error instanceof SolverError) return { type: "SolverError", message: error.message };
  if (error instanceof CommandFailure)
    return { type: error.exitCode === BAD_INPUT ? "InvalidInputError" : "SolverError", message: error.message };
  return { type: "Error", message: `${error instanceof Error ? error.message : String(error)} (this is a fault in carom)` };
}

/** Waits until it is taken: memory does not fill with answers that nobody reads. */
async function send(header: object, arrays: readonly NumberArray[] = []): Promise<void> {
  for (const piece of framePieces(header, arrays))
    if (piece.length > 0 && !process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}
