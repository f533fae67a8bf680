/** How many pages of one address are rendered at the same time. Rendering blocks the one thread that serves all requests. */
const CONCURRENCY = 2;
/** After this wait a page is rendered in any case: one page that hangs must not block all others of its address. */
const MAX_WAIT_MS = 2_000;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** Runs the renderings of an address in the order of arrival, a few at the same time. Each address has a queue of its own. */
export function createRenderQueue() {
  const queues = new Map<string, Queue>();

  return async function render(address: string, work: () => void | Promise<void>): Promise<void> {
    const queue = queues.get(address) ?? { running: 0, waiting: [] };
    queues.set(address, queue);
    if (queue.running >= CONCURRENCY) await waitIn(queue);
    queue.running++;
    try {
      await work();
    } finally {
      queue.running--;
      queue.waiting.shift()?.();
      if (queue.running === 0 && queue.waiting.length === 0) queues.delete(address);
    }
  };
}

function waitIn({ waiting }: Queue): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1);
      resolve();
    }, MAX_WAIT_MS);
    waiting.push(go);
  });
}
