import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMAND, rodStudy } from "./command.testing.js";
import { framePieces, framesIn, LONGEST_ARRAYS, LONGEST_HEADER, MAGIC, type NumberArray } from "./serve/frames.js";

const frame = (header: object, arrays: readonly NumberArray[] = []) => Buffer.concat(framePieces(header, arrays));
const HELLO = frame({ id: 0, method: "hello", protocols: [1, 7] });

function prefix(header: number, arrays: bigint, magic = MAGIC): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write(magic, "latin1");
  bytes.writeUInt32LE(header, 4);
  bytes.writeBigUInt64LE(arrays, 8);
  return bytes;
}

/** What the command answers to all of it. */
async function answers(...sent: Buffer[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, "serve", "--stdio"], { input: Buffer.concat(sent) });
  const headers = [];
  const source = (async function* () {
    yield stdout;
  })();
  for await (const one of framesIn(source))
    headers.push(one as { readonly header: Record<string, unknown>; readonly arrays: NumberArray[] });
  return { frames: headers, headers: headers.map(({ header }) => header), stderr: stderr.toString(), code: status };
}

describe("carom serve --stdio", () => {
  it("greets, answers in order, ends with its input", async () => {
    const { headers, frames, code, stderr } = await answers(
      HELLO,
      frame({ id: 1, method: "run", params: { study: rodStudy() } }),
      frame({ id: 2, method: "validate", params: { study: { ...rodStudy(), title: "" } } }),
      frame({ id: 3, method: "paint" }),
      frame({ id: 4, method: "impact", params: { mobility: { $array: 0 }, velocity: { $array: 1 }, friction: 0, restitution: 0.5 } }, [
        { values: Float64Array.of(1, 0, 1, 0, 0, 2), shape: [6] },
        { values: Float64Array.of(0, 0, -1, 0, 0, -3), shape: [2, 3] },
      ]),
    );
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(headers[0]).toMatchObject({ id: 0, value: { protocol: 1, methods: ["run", "validate", "impact", "export"] } });
    const { result } = headers[1].value as {
      readonly result: { readonly kind: string; readonly outcome: { readonly impulse: { readonly $array: number } } };
    };
    expect(result.kind).toBe("impact");
    expect(frames[1].arrays[result.outcome.impulse.$array].values).toHaveLength(3);
    expect(headers[2].error).toMatchObject({ type: "InvalidInputError" });
    expect(headers[3].error).toEqual({
      type: "InvalidInputError",
      message: 'method: "paint" is not one of hello, run, validate, impact, export',
    });
    const { impulse } = headers[4].value as { readonly impulse: { readonly $array: number } };
    // (1 + e) |v| / W33
    expect([...frames[4].arrays[impulse.$array].values]).toEqual([0, 0, 0.75, 0, 0, 2.25]);
  });

  it("wants to be greeted, in a protocol it knows", async () => {
    const { headers, code } = await answers(frame({ id: 1, method: "run" }), frame({ id: 2, method: "hello", protocols: [2] }));
    expect(headers.map(({ error }) => (error as { readonly message: string }).message)).toEqual([
      'method: "run" comes before hello: the first request is hello',
      expect.stringMatching(/^protocols: \[2\] has none of those that carom \S+ knows: 1$/),
    ]);
    expect(code).toBe(0);
  });

  const PASSING: readonly [string, Buffer, RegExp][] = [
    ["no JSON", frameWith("{a}"), /the header of a frame is not JSON/],
    ["a list", frameWith("[]"), /is not an object/],
    ["bytes too many", Buffer.concat([prefix(2, 8n), Buffer.from("{}"), Buffer.alloc(8)]), /8 bytes belong to no array/],
    ["an array that does not fit", frameWith('{"arrays":[{"type":"float64","shape":[9]}]}'), /arrays\[0\] does not lie within/],
    ["an array of a type", frameWith('{"arrays":[{"type":"int8","shape":[9]}]}'), /type is neither float64 nor uint8/],
    ["a shape below zero", frameWith('{"arrays":[{"type":"uint8","shape":[-1]}]}'), /shape is not a list of sizes/],
  ];
  const FATAL: readonly [string, Buffer, RegExp][] = [
    ["another beginning", Buffer.concat([prefix(0, 0n, "GET "), Buffer.alloc(40)]), /"GET " does not begin a frame/],
    ["too long a header", prefix(LONGEST_HEADER + 1, 0n), /bytes are more than a header may have/],
    ["too long arrays", prefix(2, BigInt(LONGEST_ARRAYS) + 1n), /bytes are more than arrays may have/],
    ["half a frame", prefix(100, 0n), /a frame ends before it is whole/],
    ["half a prefix", Buffer.from("CRM1"), /a frame ends after 4 bytes/],
  ];

  it("answers frames that it cannot understand and goes on, to the first after which nothing can be", async () => {
    const [[, fatal, words]] = FATAL;
    const { headers, code } = await answers(...PASSING.map(([, bad]) => bad), HELLO, fatal);
    const complaint = (expected: RegExp) => ({ id: null, error: { type: "BadFrame", message: expect.stringMatching(expected) } });
    expect(headers).toMatchObject([
      ...PASSING.map(([, , expected]) => complaint(expected)),
      { id: 0, value: { protocol: 1 } },
      complaint(words),
    ]);
    expect(code).toBe(2);
  });

  it.each(FATAL)("reads nothing after %s", async (_, bad, words) => {
    const source = (async function* () {
      // In pieces, as pipes give them.
      for (let at = 0; at < bad.length; at += 3) yield bad.subarray(at, at + 3);
    })();
    const found = [];
    for await (const one of framesIn(source)) found.push(one);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ message: expect.stringMatching(words), ends: true });
  });
});

function frameWith(text: string): Buffer {
  return Buffer.concat([prefix(text.length, 0n), Buffer.from(text)]);
}
