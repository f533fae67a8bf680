import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { addSeconds, type Clock } from "../platform/clock.ts";
import type { Client, Reply } from "./client.ts";
import type { Stage } from "./stage.ts";
import { unique } from "./world.ts";

interface Sent {
  client: Client;
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** A stage whose callers remember what they sent last, and send it again under an Idempotency-Key. */
export interface KeyedStage {
  stage: Stage;
  /** From now on every POST bears one key. */
  begin(): void;
  /** Throws unless what was answered is answered in the same way again, as section 8 of the design has it. */
  holdsItsPromise(first: Reply, what: { isAtomic: boolean; count: () => Promise<number> }): Promise<void>;
}

/** A clock that can be moved ahead while requests wait, and back to the present. */
export function aClockAhead(): Clock & { pass(seconds: number): void; reset(): void } {
  let ahead = 0;
  return {
    now: () => addSeconds(new Date(), ahead),
    pass(seconds) {
      ahead += seconds;
    },
    reset() {
      ahead = 0;
    },
  };
}

/** Longer than a request waits for the first of its key. */
const PAST_WAITING_S = 21;

export function keyedStage(own: Stage, clock: ReturnType<typeof aClockAhead>): KeyedStage {
  const key = unique("key");
  let isKeyed = false;
  let sent: Sent | null = null;

  function keyed(client: Client): Client {
    const send: Client["send"] = (method, path, body, extra = {}) => {
      if (!isKeyed || method !== "POST") return client.send(method, path, body, extra);
      const headers = { ...extra, "idempotency-key": key };
      sent = { client, method, path, body, headers };
      return client.send(method, path, body, headers);
    };
    return {
      headers: client.headers,
      send,
      get: (path, extra) => send("GET", path, undefined, extra),
      post: (path, body = {}, extra) => send("POST", path, body, extra),
      with: (more) => keyed(client.with(more)),
    };
  }

  const again = (change: (body: unknown) => unknown = (body) => body): Promise<Reply> => {
    if (!sent) throw new Error("Nothing was sent.");
    return sent.client.send(sent.method, sent.path, change(sent.body), sent.headers);
  };

  /** Leaves the key as a process does that ends before it has kept its answer. */
  async function cutOff(leaseSeconds: number): Promise<void> {
    const { count } = await own.world.services.db.idempotencyKey.updateMany({
      where: { tenantId: own.id, key },
      data: {
        status: "RUNNING",
        responseCode: null,
        responseBody: null,
        leaseUntil: addSeconds(clock.now(), leaseSeconds),
      },
    });
    expect(count).toBe(1);
  }

  return {
    stage: {
      ...own,
      admin: keyed(own.admin),
      server: keyed(own.server),
      browser: keyed(own.browser),
    },
    begin() {
      isKeyed = true;
    },
    async holdsItsPromise(first, { isAtomic, count }) {
      const replayed = await again();
      expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
      expect(replayed.body).toEqual(first.body);

      const other = await again((body) =>
        typeof body === "string" ? `${body}\n` : { ...(body as object), another: 1 },
      );
      expect([other.status, other.body.code]).toEqual([422, "K9003"]);

      // While the first is at work: wait for it, but not for ever.
      await cutOff(3600);
      const waiting = again();
      let isAnswered = false;
      waiting.finally(() => {
        isAnswered = true;
      });
      // It waits by the clock from when it has been read, which we cannot see.
      for (let wait = 20; !isAnswered; wait *= 2) {
        await pause(wait);
        clock.pass(PAST_WAITING_S);
      }
      const late = await waiting;
      clock.reset();
      expect([late.status, late.body.code, late.headers.get("retry-after")]).toEqual([409, "K9004", "1"]);

      // Its process ended after the work and before the answer was kept: nothing is done twice.
      const before = await count();
      await cutOff(-1);
      const healed = await again();
      expect(healed.status, JSON.stringify(healed.body)).toBe(isAtomic ? 409 : first.status);
      if (isAtomic) {
        expect([healed.status, healed.body.code]).toEqual([409, "K9031"]);
        expect(healed.body.details.changes.length).toBeGreaterThan(0);
      }
      expect(await count()).toBe(before);
    },
  };
}
