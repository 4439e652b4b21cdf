/**
 * The way to a queue: where Redis or Valkey is, and who one is there. Credentials come from the environment alone, so that they stand in no
 * file, no log and no list of processes: CAROM_QUEUE_USER and CAROM_QUEUE_PASSWORD, or ${NAME} in the place of user and password.
 */
import { userInfo } from "node:os";
import { CommandFailure, NOT_COMPUTED } from "../failure.js";

export interface Connection {
  /** For bullmq and ioredis. */
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly db: number;
    readonly username?: string;
    readonly password?: string;
    readonly tls?: object;
    readonly maxRetriesPerRequest: null;
  };
  /** Without credentials, for messages. */
  readonly shown: string;
  /** Of all keys. */
  readonly prefix: string;
}

const FORMS = "redis://host:port, rediss://host:port with TLS, or valkey://host:port";
const DEFAULT_PORT = 6379;
const PLACEHOLDER = /\$\{(\w+)\}/g;

export function connectionTo(text: string, prefix = `carom-${userInfo().username}`, env: NodeJS.ProcessEnv = process.env): Connection {
  const filled = text.replace(PLACEHOLDER, (_, name: string) => {
    const value = env[name];
    if (value === undefined) throw new CommandFailure(`--queue: there is no ${name} in the environment`);
    return encodeURIComponent(value);
  });
  const url = urlOf(filled);
  const bare = urlOf(text.replace(PLACEHOLDER, ""));
  if (bare.username !== "" || bare.password !== "")
    throw new CommandFailure(
      "--queue: user and password do not belong on a command line, where others see them: set CAROM_QUEUE_USER and CAROM_QUEUE_PASSWORD, " +
        "or name variables of the environment in the URL: $" +
        "{NAME}",
    );
  const username = decodeURIComponent(url.username) || env.CAROM_QUEUE_USER;
  const password = decodeURIComponent(url.password) || env.CAROM_QUEUE_PASSWORD;
  const port = url.port === "" ? DEFAULT_PORT : Number(url.port);
  return {
    options: {
      host: url.hostname || "127.0.0.1",
      port,
      db: Number(url.pathname.slice(1) || 0),
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(url.protocol === "rediss:" ? { tls: {} } : {}),
      maxRetriesPerRequest: null,
    },
    shown: `${url.hostname || "127.0.0.1"}:${port}`,
    prefix,
  };
}

function urlOf(text: string): URL {
  try {
    const url = new URL(text);
    if (["redis:", "rediss:", "valkey:"].includes(url.protocol) && /^\/?\d*$/.test(url.pathname)) return url;
  } catch {
    // Said below, without repeating what may hold a password.
  }
  throw new CommandFailure(`--queue is not of the form ${FORMS}`);
}

/** What is installed only by those who need it. */
export async function queueModules() {
  try {
    const [{ Queue, Worker, DelayedError, UnrecoverableError }, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { Queue, Worker, DelayedError, UnrecoverableError, Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CommandFailure("--queue needs two packages that are not installed: npm install bullmq@6.7.0 ioredis@5.11.1");
  }
}

export type QueueModules = Awaited<ReturnType<typeof queueModules>>;

/** Asks once whether somebody answers there and knows us; complains in one line. */
export async function checkConnection({ Redis }: QueueModules, { options, shown }: Connection): Promise<void> {
  const client = new Redis({ ...options, lazyConnect: true, retryStrategy: () => null, connectTimeout: 5000 });
  let reason: unknown;
  client.on("error", (error: unknown) => {
    reason ??= error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw new CommandFailure(`the queue at ${shown}: ${connectionReason(reason ?? error)}`, NOT_COMPUTED);
  } finally {
    client.disconnect();
  }
}

export function connectionReason(error: unknown): string {
  const { code, message = String(error) } = error as { readonly code?: string; readonly message?: string };
  if (/WRONGPASS|NOAUTH|invalid password|no password is set/i.test(message))
    return "user or password is wrong or missing (CAROM_QUEUE_USER, CAROM_QUEUE_PASSWORD)";
  if (/NOPERM/.test(message)) return "this user may not do what a sweep needs (docs/sweeps.md says which rights)";
  if (code === "ECONNREFUSED" || /ECONNREFUSED|Connection is closed/.test(message)) return "nothing answers there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "there is no such host";
  return message.split("\n")[0];
}
