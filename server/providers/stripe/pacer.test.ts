import { describe, expect, test } from "vitest";
import { Pacer } from "./pacer.ts";

/** Time that passes when the test says so. */
function aTimer() {
  let now = 0;
  const waiting: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds: number, work: () => void) => void waiting.push({ at: now + milliseconds, work }),
    async pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        waiting.sort((a, b) => a.at - b.at);
        const [next] = waiting;
        if (!next || next.at > end) break;
        waiting.shift();
        now = next.at;
        next.work();
        await Promise.resolve();
      }
      now = end;
      await Promise.resolve();
    },
  };
}

function aPacer(more: Partial<ConstructorParameters<typeof Pacer>[0]> = {}) {
  const timer = aTimer();
  const pacer = new Pacer({ perSecond: 5, most: 100, longest: 60_000, ...more }, timer);
  const gone: { name: string; at: number }[] = [];
  const failed: string[] = [];
  const send = (name: string, isBackground = false) =>
    void pacer.take(isBackground).then(
      () => gone.push({ name, at: timer.now() }),
      () => failed.push(name),
    );
  return { timer, pacer, gone, failed, send };
}

describe("the requests of a key", () => {
  test("are no more than the pace in any second, and all of them go", async () => {
    const { timer, gone, send } = aPacer();
    for (let nth = 0; nth < 23; nth++) send(String(nth));
    await timer.pass(0);
    await timer.pass(10_000);
    expect(gone.map(({ name }) => name)).toEqual(Array.from({ length: 23 }, (_, nth) => String(nth)));
    const most = Math.max(
      ...gone.map(({ at }) => gone.filter((one) => one.at >= at && one.at < at + 1000).length),
    );
    expect(most).toBe(5);
  });

  test("that somebody waits for go before background work, which leaves a part of the second", async () => {
    const { timer, gone, send } = aPacer();
    for (let nth = 0; nth < 10; nth++) send("job", true);
    await timer.pass(0);
    expect(gone).toHaveLength(3);
    send("person");
    send("person");
    await timer.pass(0);
    expect(gone.map(({ name }) => name)).toEqual(["job", "job", "job", "person", "person"]);
    for (let nth = 0; nth < 5; nth++) send("person");
    await timer.pass(1000);
    expect(gone.slice(5).every(({ name }) => name === "person")).toBe(true);
    await timer.pass(10_000);
    expect(gone.filter(({ name }) => name === "job")).toHaveLength(10);
  });

  test("wait while Stripe has said that there was too much", async () => {
    const { timer, pacer, gone, send } = aPacer();
    pacer.pause(3000);
    send("a");
    await timer.pass(2999);
    expect(gone).toEqual([]);
    await timer.pass(1);
    expect(gone).toEqual([{ name: "a", at: 3000 }]);
  });

  test("fail when too many wait, or after too long", async () => {
    const { timer, pacer, failed, send } = aPacer({ most: 2, longest: 1500 });
    pacer.pause(4000);
    for (const name of ["a", "b", "c"]) send(name);
    await timer.pass(0);
    expect(failed).toEqual(["c"]);
    await timer.pass(4000);
    expect(failed).toEqual(["c", "a", "b"]);
  });

  test("of another key do not wait for them", async () => {
    const [busy, idle] = [aPacer(), aPacer()];
    for (let nth = 0; nth < 50; nth++) busy.send("busy");
    idle.send("idle");
    await idle.timer.pass(0);
    expect(idle.gone).toHaveLength(1);
  });
});
