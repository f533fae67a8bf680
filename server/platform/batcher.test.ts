import { expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

/** Work that the test finishes or fails, and that records its batches. */
function aWorker() {
  const calls: { items: number[]; finish(): void; fail(error: Error): void }[] = [];
  const work = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      calls.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { calls, work };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it("combines the items of one event loop iteration, and gives each its own result", async () => {
  const { calls, work } = aWorker();
  const batcher = createBatcher({ maxItems: 10, concurrency: 2 });
  const results = Promise.all([1, 2, 3].map((item) => batcher.run("key", item, work)));
  await nextTick();
  calls[0]?.finish();
  expect(await results).toEqual([10, 20, 30]);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3]]);
});

it("starts the items that arrived while all were busy when a batch ends, at most maxItems together", async () => {
  const { calls, work } = aWorker();
  const batcher = createBatcher({ maxItems: 2, concurrency: 1 });
  const results = Promise.all([1, 2, 3, 4, 5].map((item) => batcher.run("key", item, work)));
  await nextTick();
  expect(calls).toHaveLength(1);
  for (let index = 0; index < 3; index++) {
    calls[index]?.finish();
    await nextTick();
    await nextTick();
  }
  expect(await results).toEqual([10, 20, 30, 40, 50]);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
});

it("gathers what comes one by one, where it may", async () => {
  const { calls, work } = aWorker();
  const batcher = createBatcher({ maxItems: 10, concurrency: 2, gatherMs: 20 });
  const results = [1, 2, 3].map(async (item) => {
    for (let ticks = 0; ticks < item; ticks++) await nextTick();
    return batcher.run("key", item, work);
  });
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.finish();
  expect(await Promise.all(results)).toEqual([10, 20, 30]);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3]]);
});

it("batches each key by itself", async () => {
  const { calls, work } = aWorker();
  const batcher = createBatcher({ maxItems: 10, concurrency: 1 });
  const results = Promise.all([batcher.run("one", 1, work), batcher.run("other", 2, work)]);
  await nextTick();
  expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
  for (const call of calls) call.finish();
  expect(await results).toEqual([10, 20]);
});

it("rejects every item of a batch that fails, and no other", async () => {
  const { calls, work } = aWorker();
  const batcher = createBatcher({ maxItems: 2, concurrency: 1 });
  const settled = Promise.allSettled([1, 2, 3].map((item) => batcher.run("key", item, work)));
  await nextTick();
  calls[0]?.fail(new Error("undone"));
  await nextTick();
  await nextTick();
  calls[1]?.finish();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});
