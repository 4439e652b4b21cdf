import type { Answer } from "./messages.js";
import { createRunner, type Runner } from "./runner.js";

/** What takes long is done beside the page; throws an Error with a sentence for people. */
export async function beside<T>(ask: (runner: Runner) => Promise<Answer<T>>): Promise<T> {
  const runner = createRunner();
  try {
    const answer = await ask(runner);
    if ("failure" in answer) throw new Error(answer.failure.message);
    return answer.value;
  } finally {
    runner.cancel();
  }
}
