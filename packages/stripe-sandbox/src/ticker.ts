import { advanceClocks } from "./advance-clocks.ts";
import { createDeliverer } from "./deliveries.ts";
import { type Parts, passRealTime } from "./pass-time.ts";

const PAUSE_MS = 1_000;
const AT_ONCE = 200;

interface Loop {
  /** Begins the next round at once. */
  wake(): void;
  /** Lets the running round end and begins no other. */
  stop(): Promise<void>;
}

export interface Ticker {
  onDeliveries(): void;
  onClock(): void;
  stop(): Promise<void>;
}

/** Does what Stripe does by itself: renewals and retries as time goes by, test clocks, deliveries. */
export function startTicker(parts: Omit<Parts, "onDeliveries">): Ticker {
  const deliverer = createDeliverer(parts.pool, parts.onError);
  const delivering = repeat(
    () => deliverer.pause(PAUSE_MS),
    parts.onError,
    () => deliverer.round(),
  );
  const telling = { ...parts, onDeliveries: () => delivering.wake() };
  const billing = repeat(
    async () => PAUSE_MS,
    parts.onError,
    () => passRealTime(telling, AT_ONCE),
  );
  const advancing = repeat(
    async () => PAUSE_MS,
    parts.onError,
    () => advanceClocks(telling),
  );
  return {
    onDeliveries: () => delivering.wake(),
    onClock: () => advancing.wake(),
    stop: async () => {
      await Promise.all([billing.stop(), advancing.stop()]);
      await delivering.stop();
      await deliverer.settle();
    },
  };
}

/** Runs work again and again: at once while there was some, after a pause when there was none or when it is woken. */
function repeat(
  pauseMs: () => Promise<number>,
  onError: (error: unknown) => void,
  work: () => Promise<number>,
): Loop {
  let isStopped = false;
  let isWoken = false;
  let endPause: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!isStopped) {
      isWoken = false;
      const done = await work().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (done > 0 || isWoken || isStopped) continue;
      const ms = await pauseMs().catch(() => PAUSE_MS);
      if (!isWoken && !isStopped) await pause(ms);
    }
  };
  const running = run();
  return {
    wake() {
      isWoken = true;
      endPause();
    },
    async stop() {
      isStopped = true;
      endPause();
      await running;
    },
  };
}
