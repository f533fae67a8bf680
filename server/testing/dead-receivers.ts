import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Told } from "./dead-receivers-thread.ts";

/** Receivers that take no webhook, each in its own way. */
interface DeadReceivers {
  /** By how they are dead. */
  urls: Record<"hangs" | "refuses" | "slow body" | "huge body" | "no TLS" | "no name", string>;
  /** The most connections that were open at the same time. */
  mostOpen(): number;
  close(): Promise<void>;
}

/** Starts them on this machine, in a thread: what they send without end holds up nothing that the test's own thread measures. */
export async function deadReceivers(): Promise<DeadReceivers> {
  const thread = new Worker(new URL("dead-receivers-thread.ts", import.meta.url));
  let most = 0;
  thread.on("message", (told: Told) => {
    if ("most" in told) most = told.most;
  });
  const [told]: [Told] = (await once(thread, "message")) as [Told];
  if (!("ports" in told)) throw new Error("The receivers have told no ports.");
  const { hangs, slow, huge, refuses } = told.ports;
  return {
    urls: {
      hangs: `http://127.0.0.1:${hangs}/`,
      refuses: `http://127.0.0.1:${refuses}/`,
      "slow body": `http://127.0.0.1:${slow}/`,
      "huge body": `http://127.0.0.1:${huge}/`,
      "no TLS": `https://127.0.0.1:${huge}/`,
      "no name": "http://dead.invalid/",
    },
    mostOpen: () => most,
    async close() {
      await thread.terminate();
    },
  };
}
