import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { inBackground } from "../background.ts";
import { NO_CONNECTION_FREE, QueuedPool } from "./queued-pool.ts";

const SIZE = 2;

let pool: QueuedPool;

beforeEach(() => {
  // Only the queue's clock is fake; connections to the database use real timers.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  pool = new QueuedPool({ connectionString: inject("databaseUrl"), max: SIZE });
});

afterEach(async () => {
  vi.useRealTimers();
  await pool.end();
});

const takeAll = () => Promise.all(Array.from({ length: SIZE }, () => pool.connect()));

/** Records what became of a caller: undefined while it waits. */
function track(asked: Promise<{ release(): void }>) {
  const seen: { is: "served" | "refused" | undefined; words?: string } = { is: undefined };
  asked.then(
    (client) => {
      seen.is = "served";
      client.release();
    },
    (error: Error) => Object.assign(seen, { is: "refused", words: error.message }),
  );
  return seen;
}

async function after(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await pause(50);
}

it("keeps each kind's share of the connections free from the others, and the rest for whoever comes first", async () => {
  vi.useRealTimers();
  const shares = { request: 1, job: 1, delivery: 1 };
  const shared = new QueuedPool({ connectionString: inject("databaseUrl"), max: 4, shares });
  const ask = (kind: "job" | "delivery") => inBackground(() => shared.connect(), kind);
  // Two of their own share and of what is free; a third would take another kind's.
  const deliveries = await Promise.all([ask("delivery"), ask("delivery")]);
  const third = track(ask("delivery"));
  const request = await shared.connect();
  const job = await ask("job");
  expect([third.is, shared.waitingOf("delivery"), shared.queueLength]).toEqual([undefined, 1, 1]);
  // One that is released goes to the kind that may take it.
  const secondJob = track(ask("job"));
  request.release();
  await pause(50);
  expect([third.is, secondJob.is]).toEqual([undefined, undefined]);
  deliveries[0]?.release();
  await vi.waitFor(() => expect(third.is).toBe("served"), { timeout: 20_000 });
  await vi.waitFor(() => expect(secondJob.is).toBe("served"), { timeout: 20_000 });
  deliveries[1]?.release();
  job.release();
  expect([shared.totalCount, shared.queueLength]).toEqual([4, 0]);
  await shared.end();
});

it("serves callers in the order in which they came", async () => {
  const [first, second] = await takeAll();
  const order: number[] = [];
  const asked = [1, 2, 3].map(async (number) => {
    const client = await pool.connect();
    order.push(number);
    client.release();
  });
  expect(pool.queueLength).toBe(3);
  first?.release();
  await Promise.all(asked);
  expect(order).toEqual([1, 2, 3]);
  second?.release();
  expect([pool.totalCount, pool.queueLength]).toEqual([SIZE, 0]);
});

it("never opens more than its size, through query and connect, with errors and broken connections between", {
  tags: ["long"],
}, async () => {
  await Promise.allSettled(
    Array.from({ length: 30 }, async (_, index) => {
      if (index % 3 === 0) return pool.query("select pg_sleep(0.01)");
      if (index % 3 === 1) return pool.query("select 1 / 0");
      const client = await pool.connect();
      expect(pool.totalCount).toBeLessThanOrEqual(SIZE);
      client.release(new Error("broken"));
    }),
  );
  expect(pool.queueLength).toBe(0);
  expect((await Promise.all([1, 2, 3, 4].map(() => pool.query("select 1")))).length).toBe(4);
});

it("lets callers wait through a new shortage, and refuses them after the queue timeout", async () => {
  const taken = await takeAll();
  const waiting = track(pool.connect());
  await after(9_000);
  expect(waiting.is).toBeUndefined();
  await after(2_000);
  expect(waiting).toEqual({ is: "refused", words: NO_CONNECTION_FREE });
  for (const client of taken) client.release();
});

it("uses the short queue timeout while the shortage lasts, and the long one again once all callers were served", async () => {
  const taken = await takeAll();
  const early = track(pool.connect());
  await after(11_000);
  expect(early.is).toBe("refused");
  const late = track(pool.connect());
  await after(6_000);
  expect(late.is).toBe("refused");
  const served = track(pool.connect());
  taken.pop()?.release();
  await vi.waitFor(() => expect(served.is).toBe("served"), { timeout: 20_000 });
  taken.push(await pool.connect());
  const waiting = track(pool.connect());
  await after(9_000);
  expect(waiting.is).toBeUndefined();
  for (const client of taken) client.release();
  await vi.waitFor(() => expect(waiting.is).toBe("served"), { timeout: 20_000 });
});

it("keeps connections open, and serves a caller with a released one while a new one still opens", {
  tags: ["long"],
}, async () => {
  vi.useRealTimers();
  const larger = new QueuedPool({ connectionString: inject("databaseUrl"), max: 8 });
  await larger.warmUp();
  expect([larger.totalCount, larger.idleCount]).toEqual([5, 5]);
  const taken = await Promise.all([1, 2, 3, 4, 5].map(() => larger.connect()));
  const connect = pg.Client.prototype.connect;
  // A machine on which opening a connection is slow.
  const opening = vi.spyOn(pg.Client.prototype, "connect").mockImplementation(function (
    this: pg.Client,
    ...given
  ) {
    setTimeout(() => Reflect.apply(connect, this, given), 1_000);
  });
  try {
    const next = larger.connect();
    taken.pop()?.release();
    taken.push(await next);
    expect([opening.mock.calls.length, larger.totalCount, larger.idleCount]).toEqual([1, 6, 0]);
    // The new connection stays in the pool for the next caller.
    await vi.waitFor(() => expect(larger.idleCount).toBe(1), { timeout: 20_000 });
  } finally {
    opening.mockRestore();
    for (const client of taken) client.release();
    await larger.end();
  }
});

it("counts a release once, however often it is called", async () => {
  const [first, second] = await takeAll();
  first?.release();
  expect(() => first?.release()).toThrow();
  const third = await pool.connect();
  const fourth = track(pool.connect());
  await pause(50);
  expect([fourth.is, pool.totalCount]).toEqual([undefined, SIZE]);
  second?.release();
  third.release();
  await vi.waitFor(() => expect(fourth.is).toBe("served"), { timeout: 20_000 });
});

it("a connection sends a statement when the one before it has been answered, also by an error", async () => {
  const client = await pool.connect();
  const spied = vi.spyOn(pg.Client.prototype, "query");
  // Worlds of other files send theirs meanwhile.
  const [failing, working] = ["select 1 / 0", "select $1::text as text"];
  const sent = () => spied.mock.calls.filter(([text]) => [failing, working].includes(String(text)));
  const wrong = client.query(failing);
  const answers = ["a", "b"].map((text) => client.query(working, [text]));
  const sentAtOnce = sent().length;
  await expect(wrong).rejects.toThrow("division by zero");
  const rows = (await Promise.all(answers)).flatMap((answer) => answer.rows);
  const order = sent().map(([, values]) => values);
  spied.mockRestore();
  client.release();
  expect(sentAtOnce).toBe(1);
  expect(order).toEqual([undefined, ["a"], ["b"]]);
  expect(rows).toEqual([{ text: "a" }, { text: "b" }]);
});
