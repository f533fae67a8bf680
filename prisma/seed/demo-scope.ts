import type { Scope } from "../../server/platform/scope.ts";

/** The scope of a demo that is being built. A build that was interrupted is continued with the same `now`. */
export interface DemoScope extends Scope {
  /** When the demo was begun, to the second: the moment at which its history ends. Real time goes on beside it. */
  now: Date;
  /** Begins a step, such as "customer 12 of 40". Throws when the process is asked to end: the next start continues here. */
  step(name: string): void;
}
