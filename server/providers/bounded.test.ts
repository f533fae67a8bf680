import { expect, test } from "vitest";
import { createBounds } from "./bounded.ts";
import type { CardProvider } from "./port.ts";

/** A provider that answers when it is told to. */
function aSlowProvider() {
  const waiting: (() => void)[] = [];
  const provider: Pick<CardProvider, "readSubscription" | "deleteCustomer" | "listSubscriptions"> = {
    readSubscription: () => new Promise((resolve) => waiting.push(() => resolve(null))),
    deleteCustomer: () => Promise.reject(new Error("It broke.")),
    async *listSubscriptions() {},
  };
  // Of the port's functions these are called.
  return { provider: provider as CardProvider, waiting };
}

test("calls above the limit, over all accounts together, answer K7005 at once", async () => {
  const bounded = createBounds(2);
  const { provider, waiting } = aSlowProvider();
  const [one, other] = [bounded(provider), bounded(provider)];
  const calls = [one.readSubscription("a"), other.readSubscription("b")];
  const refused = { code: "K7005", status: 503, retryAfter: 5 };
  await expect(one.readSubscription("c")).rejects.toMatchObject(refused);
  await expect(other.readSubscription("d")).rejects.toMatchObject(refused);
  // A list that is read page by page is not limited.
  expect(await Array.fromAsync(one.listSubscriptions())).toEqual([]);
  for (const answer of waiting) answer();
  expect(await Promise.all(calls)).toEqual([null, null]);
});

test("a failed call frees its place for the next one", async () => {
  const { provider } = aSlowProvider();
  const bounded = createBounds(1)(provider);
  for (let time = 0; time < 3; time++) await expect(bounded.deleteCustomer("a")).rejects.toThrow("It broke.");
});
