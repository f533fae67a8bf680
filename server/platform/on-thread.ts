import { Worker } from "node:worker_threads";

/** What a thread of its own may take. */
interface Limits {
  withinMs: number;
  /** Of its JavaScript heap. */
  heapMegabytes: number;
}

/**
 * Runs a module on a thread of its own with `workerData`, and answers the first message that it sends. Throws what it throws, and when it
 * sends none in time: then the thread is ended. What is not JavaScript ends only when it returns, so its work has to be bounded, too.
 */
export function onThread<Result>(
  module: URL,
  workerData: unknown,
  { withinMs, heapMegabytes }: Limits,
): Promise<Result> {
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${module.pathname} took longer than ${withinMs} ms.`)),
      withinMs,
    );
    worker.once("message", resolve);
    // Stays, so that no later error is unheard.
    worker.on("error", reject);
    worker.once("exit", () => reject(new Error(`${module.pathname} ended without an answer.`)));
    worker.once("exit", () => clearTimeout(timer));
  }).finally(() => void worker.terminate());
}
