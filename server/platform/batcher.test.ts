import { expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

/** Work that ends when it is told to, and remembers what it was given. */
function aWorkshop() {
  const calls: { items: number[]; finish(): void; fail(error: Error): void }[] = [];
  const work = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      calls.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { calls, work };
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

it("what comes in one turn goes together, and each gets its own result", async () => {
  const { calls, work } = aWorkshop();
  const batcher = createBatcher({ most: 10, atOnce: 2 });
  const results = Promise.all([1, 2, 3].map((item) => batcher.run("key", item, work)));
  await aTurn();
  calls[0]?.finish();
  expect(await results).toEqual([10, 20, 30]);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3]]);
});

it("what comes while all are busy goes as soon as one of them is back, no more than fit", async () => {
  const { calls, work } = aWorkshop();
  const batcher = createBatcher({ most: 2, atOnce: 1 });
  const results = Promise.all([1, 2, 3, 4, 5].map((item) => batcher.run("key", item, work)));
  await aTurn();
  expect(calls).toHaveLength(1);
  for (let index = 0; index < 3; index++) {
    calls[index]?.finish();
    await aTurn();
    await aTurn();
  }
  expect(await results).toEqual([10, 20, 30, 40, 50]);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
});

it("keys have nothing to do with one another", async () => {
  const { calls, work } = aWorkshop();
  const batcher = createBatcher({ most: 10, atOnce: 1 });
  const results = Promise.all([batcher.run("one", 1, work), batcher.run("other", 2, work)]);
  await aTurn();
  expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
  for (const call of calls) call.finish();
  expect(await results).toEqual([10, 20]);
});

it("a failure is everybody's who went along, and nobody else's", async () => {
  const { calls, work } = aWorkshop();
  const batcher = createBatcher({ most: 2, atOnce: 1 });
  const settled = Promise.allSettled([1, 2, 3].map((item) => batcher.run("key", item, work)));
  await aTurn();
  calls[0]?.fail(new Error("undone"));
  await aTurn();
  await aTurn();
  calls[1]?.finish();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});
