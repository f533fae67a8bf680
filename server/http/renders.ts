/** So many pages of one address are rendered at once; the next ones wait. Rendering is work of the one thread that serves all. */
const AT_ONCE = 2;
/** A page that waited so long is rendered all the same: one that hangs must not hold up all others of its address. */
const WAITS_AT_MOST_MS = 2_000;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Does work for an address, a few at once and in the order they came. Nobody waits for another address. */
export function createRenders() {
  const lines = new Map<string, Line>();

  return async function render(address: string, work: () => void | Promise<void>): Promise<void> {
    const line = lines.get(address) ?? { running: 0, waiting: [] };
    lines.set(address, line);
    if (line.running >= AT_ONCE) await placeIn(line);
    line.running++;
    try {
      await work();
    } finally {
      line.running--;
      line.waiting.shift()?.();
      if (line.running === 0 && line.waiting.length === 0) lines.delete(address);
    }
  };
}

function placeIn({ waiting }: Line): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1);
      resolve();
    }, WAITS_AT_MOST_MS);
    waiting.push(go);
  });
}
