/** Puts calls that come at the same time into one statement, so that a busy process asks the database less often, not later. */
export interface Batcher {
  /**
   * The result for the item. `work` gets items of the same key that wait together and answers in their order, so it may
   * depend on the key alone; what it throws is thrown to all of them.
   */
  run<Item, Result>(key: string, item: Item, work: (items: Item[]) => Promise<Result[]>): Promise<Result>;
}

interface Limits {
  /** Items in one call of the work. */
  most: number;
  /** Calls of one key under way at a time. */
  atOnce: number;
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
 * Nobody waits for company: while fewer than `atOnce` calls are under way, whatever came in this turn of the event loop goes
 * at once; what comes while all are busy goes together as soon as one of them is back.
 */
export function createBatcher({ most, atOnce }: Limits): Batcher {
  const queues = new Map<string, Queue>();

  function schedule(key: string, queue: Queue, work: (items: unknown[]) => Promise<unknown[]>): void {
    if (queue.isScheduled || queue.running >= atOnce || queue.waiting.length === 0) return;
    queue.isScheduled = true;
    setImmediate(() => {
      queue.isScheduled = false;
      void call(key, queue, work);
      schedule(key, queue, work);
    });
  }

  async function call(
    key: string,
    queue: Queue,
    work: (items: unknown[]) => Promise<unknown[]>,
  ): Promise<void> {
    const taken = queue.waiting.splice(0, most);
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
