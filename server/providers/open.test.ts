import { expect, it } from "vitest";
import { createCardProviders } from "./open.ts";

it("caches the clients of recently used accounts, up to a limit", () => {
  const open = createCardProviders({ sandbox: "http://127.0.0.1:1" }, { maxCached: 3 });
  const account = (number: number) =>
    open({ endpoint: "sandbox", secretKey: `sk_test_${number}`, publishableKey: null });
  const [first, second] = [account(1), account(2)];
  account(3);
  expect(account(1)).toBe(first);
  account(4);
  expect(account(1)).toBe(first);
  expect(account(2)).not.toBe(second);
});
