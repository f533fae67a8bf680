import type { Clock } from "./clock.ts";
import { jobLastSuccess } from "./metrics.ts";

/** Work that has not succeeded for too long. */
interface StalledWork {
  name: string;
  /** Since its last success, or since this process began to watch it. */
  seconds: number;
}

/** When the worker's jobs and loops last succeeded. */
export interface WorkHealth {
  /** Expects a success at least every so many seconds from now on. */
  watch(name: string, boundSeconds: number): void;
  succeeded(name: string, at?: Date): void;
  stalled(): StalledWork[];
}

export function createWorkHealth(clock: Clock): WorkHealth {
  const bounds = new Map<string, number>();
  const lastSuccess = new Map<string, number>();
  const note = (name: string, at: number) =>
    lastSuccess.set(name, Math.max(at, lastSuccess.get(name) ?? Number.NEGATIVE_INFINITY));
  return {
    watch(name, boundSeconds) {
      bounds.set(name, boundSeconds);
      note(name, clock.now().getTime());
    },
    succeeded(name, at = clock.now()) {
      note(name, at.getTime());
      jobLastSuccess.set({ name }, at.getTime() / 1000);
    },
    stalled() {
      const now = clock.now().getTime();
      return [...bounds].flatMap(([name, bound]) => {
        const seconds = Math.round((now - (lastSuccess.get(name) ?? now)) / 1000);
        return seconds > bound ? [{ name, seconds }] : [];
      });
    },
  };
}
