/** Runs the work of an owner as soon as the queue reaches it, and returns its result. */
type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/**
 * Makes a queue that runs one piece of work at a time, round robin over the owners, each with its own work in the order of arrival: however
 * much one of them has queued, another waits for what runs and for at most one piece of each other owner. The queue goes on after work
 * that fails.
 */
export function fairQueue(): FairQueue {
  /** By owner, the one that is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  function wait(owner: string): Promise<void> {
    return new Promise((go) => {
      const own = waiting.get(owner) ?? [];
      own.push(go);
      waiting.set(owner, own);
    });
  }

  function passOn(): void {
    const [owner, own] = waiting.entries().next().value ?? ["", []];
    const go = own.shift();
    isBusy = go !== undefined;
    // What it has left is behind all others.
    waiting.delete(owner);
    if (own.length > 0) waiting.set(owner, own);
    go?.();
  }

  return async (owner, work) => {
    if (isBusy) await wait(owner);
    isBusy = true;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
