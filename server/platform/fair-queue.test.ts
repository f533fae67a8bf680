import { expect, it } from "vitest";
import { fairQueue } from "./fair-queue.ts";

it("runs one at a time, round robin over the owners", async () => {
  const runFairly = fairQueue();
  const order: string[] = [];
  let running = 0;
  const run = (owner: string, name: string) =>
    runFairly(owner, async () => {
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
  const runFairly = fairQueue();
  const failing = runFairly("a", () => Promise.reject(new Error("broken")));
  const next = runFairly("a", async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await runFairly("b", async () => "later")).toBe("later");
});
