import { expect, it } from "vitest";
import { takeTurns } from "./take-turns.ts";

it("runs one at a time, and owners take turns", async () => {
  const inTurn = takeTurns();
  const order: string[] = [];
  let running = 0;
  const run = (owner: string, name: string) =>
    inTurn(owner, async () => {
      expect(++running).toBe(1);
      await new Promise((done) => setTimeout(done, 1));
      running--;
      order.push(name);
    });
  const many = ["a1", "a2", "a3", "a4", "a5"].map((name) => run("a", name));
  await Promise.all([...many, run("b", "b1"), run("b", "b2"), run("c", "c1")]);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"]);
});

it("goes on after work that fails, and when it was idle", async () => {
  const inTurn = takeTurns();
  const failing = inTurn("a", () => Promise.reject(new Error("broken")));
  const next = inTurn("a", async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await inTurn("b", async () => "later")).toBe("later");
});
