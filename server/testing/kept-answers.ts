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
  /** Throws unless the last request is answered in the same way again, as section 8 of the design has it. */
  expectSameAnswerAgain(
    first: Reply,
    what: { isAtomic: boolean; count: () => Promise<number> },
  ): Promise<void>;
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

/** Sends the last request again, with its body changed where a change is given. */
type SendAgain = (change?: (body: unknown) => unknown) => Promise<Reply>;

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

  const again: SendAgain = (change = (body) => body) => {
    if (!sent) throw new Error("Nothing was sent.");
    return sent.client.send(sent.method, sent.path, change(sent.body), sent.headers);
  };
  const cutOff = (leaseSeconds: number) => cutOffRequest(own, key, addSeconds(clock.now(), leaseSeconds));

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
    async expectSameAnswerAgain(first, { isAtomic, count }) {
      await expectReplay(again, first);
      const { db } = own.world.services;
      const kept = await db.idempotencyKey.findFirstOrThrow({ where: keptAs(own, key) });
      await expectOtherBodyRefused(again, kept.key.startsWith("visitor "));
      await cutOff(3600);
      await expectWaitToEnd(again, clock);
      const before = await count();
      await cutOff(-1);
      await expectRecovery(again, first, isAtomic);
      expect(await count()).toBe(before);
    },
  };
}

/** A key that was sent, as it is stored: with its owner's name before it, where that is a person (http/key-owner.ts). */
const keptAs = (own: Stage, key: string) => ({ tenantId: own.id, key: { endsWith: key } });

/** Leaves the key as a process does that ends before it has stored its answer. */
async function cutOffRequest(own: Stage, key: string, leaseUntil: Date): Promise<void> {
  const { count } = await own.world.services.db.idempotencyKey.updateMany({
    where: keptAs(own, key),
    data: { status: "RUNNING", responseCode: null, responseBody: null, leaseUntil },
  });
  expect(count).toBe(1);
}

async function expectReplay(again: SendAgain, first: Reply): Promise<void> {
  const replayed = await again();
  expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
  expect(replayed.body).toEqual(first.body);
}

/** A visitor is known by what they send: another body is another visitor's, and here one with a field too many. */
async function expectOtherBodyRefused(again: SendAgain, isVisitors: boolean): Promise<void> {
  const other = await again((body) =>
    typeof body === "string" ? `${body}\n` : { ...(body as object), another: 1 },
  );
  expect([other.status, other.body.code]).toEqual(isVisitors ? [400, "K1003"] : [422, "K9003"]);
}

/** While the first request is running, another one with its key waits for it, but not for ever. */
async function expectWaitToEnd(again: SendAgain, clock: ReturnType<typeof aClockAhead>): Promise<void> {
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
}

/** The first request's process ended after the work and before its answer was stored: nothing is done twice. */
async function expectRecovery(again: SendAgain, first: Reply, isAtomic: boolean): Promise<void> {
  const recovered = await again();
  expect(recovered.status, JSON.stringify(recovered.body)).toBe(isAtomic ? 409 : first.status);
  if (!isAtomic) return;
  expect([recovered.status, recovered.body.code]).toEqual([409, "K9031"]);
  expect(recovered.body.details.changes.length).toBeGreaterThan(0);
}
