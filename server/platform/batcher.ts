/** Combines calls of the same moment into one statement, so that a busy process sends fewer statements, and none of them later. */
export interface Batcher {
  /**
   * Returns the result for the item. `work` gets the waiting items of the key and returns their results in the same order, so it
   * may depend on the key alone. When it throws, every item of the batch rejects.
   */
  run<Item, Result>(key: string, item: Item, work: (items: Item[]) => Promise<Result[]>): Promise<Result>;
}

interface Limits {
  /** Items in one batch. */
  maxItems: number;
  /** Batches of one key that run at the same time. */
  concurrency: number;
  /** For work in the background: how long a batch waits for more items, milliseconds. Without it none waits. */
  gatherMs?: number;
}

interface Waiting {
  item: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Queue {
  waiting: Waiting[];
  running: number;
  isScheduled: boolean;
}

/**
 * Without `gatherMs` a batch never waits to fill up: while fewer than `concurrency` batches run, the items of this event loop iteration start at once.
 * Items that arrive while all are busy start together when one batch ends.
 */
export function createBatcher({ maxItems, concurrency, gatherMs }: Limits): Batcher {
  const queues = new Map<string, Queue>();

  function schedule(key: string, queue: Queue, work: (items: unknown[]) => Promise<unknown[]>): void {
    if (queue.isScheduled || queue.running >= concurrency || queue.waiting.length === 0) return;
    queue.isScheduled = true;
    const begin = () => {
      queue.isScheduled = false;
      void call(key, queue, work);
      schedule(key, queue, work);
    };
    if (gatherMs === undefined) setImmediate(begin);
    else setTimeout(begin, gatherMs);
  }

  async function call(
    key: string,
    queue: Queue,
    work: (items: unknown[]) => Promise<unknown[]>,
  ): Promise<void> {
    const taken = queue.waiting.splice(0, maxItems);
    queue.running++;
    try {
      const results = await work(taken.map(({ item }) => item));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index]);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    queue.running--;
    if (queue.waiting.length > 0) schedule(key, queue, work);
    else if (queue.running === 0 && !queue.isScheduled) queues.delete(key);
  }

  return {
    run<Item, Result>(key: string, item: Item, work: (items: Item[]) => Promise<Result[]>) {
      const queue = queues.get(key) ?? { waiting: [], running: 0, isScheduled: false };
      queues.set(key, queue);
      return new Promise<Result>((resolve, reject) => {
        // What is taken from a queue was put there by calls of the same key, whose items and results are of one type.
        queue.waiting.push({ item, resolve: resolve as (result: unknown) => void, reject });
        schedule(key, queue, work as (items: unknown[]) => Promise<unknown[]>);
      });
    },
  };
}
