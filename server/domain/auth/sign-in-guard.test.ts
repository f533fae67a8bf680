// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { forgetFailures, guardSignIn } from "./sign-in-guard.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

interface From {
  address?: string | null;
  device?: string | null;
}

/** An account at which is tried; `guesses` says how many passwords were looked at. */
function anAccount() {
  const who = { tenantId: "ten_test", email: `${unique("user")}@example.com` };
  const seen = { guesses: 0 };
  const attempt = async (isRight: boolean, { address = unique("address"), device = null }: From = {}) => {
    const startedAt = performance.now();
    const outcome = await guardSignIn(world.services, { ...who, address, device }, async () => {
      seen.guesses++;
      return isRight ? "in" : null;
    }).catch(({ code, retryAfter }: { code: string; retryAfter: number }) => ({ code, retryAfter }));
    return { outcome, seconds: (performance.now() - startedAt) / 1000 };
  };
  /** Wrong passwords at once: ten from each of ten addresses. */
  const attack = (times = 100, from: From = {}) =>
    Promise.all(
      Array.from({ length: times }, (_, index) =>
        attempt(false, { address: `${who.email} ${index % 10}`, ...from }),
      ),
    );
  return { who, seen, attempt, attack };
}

const TOO_MANY = { code: "K9002", retryAfter: expect.any(Number) };

describe("strangers who try passwords from many addresses", () => {
  it("lock nobody out: a known device and a known network are in at once, an unknown one after a moment", async () => {
    const { seen, attempt, attack } = anAccount();
    const [device, address] = [unique("device"), unique("address")];
    await attempt(true, { device });
    await attempt(true, { address });
    await attack();
    expect(seen.guesses).toBe(102);
    for (const from of [{ device }, { address }]) {
      const { outcome, seconds } = await attempt(true, from);
      expect([outcome, seconds < 0.9]).toEqual(["in", true]);
    }
    const unknown = await attempt(true);
    expect(unknown.outcome).toBe("in");
    expect(unknown.seconds).toBeGreaterThan(0.9);
    expect(unknown.seconds).toBeLessThan(10);
  });

  it("make no more guesses at once than the account's limit and the few turns that may wait", {
    tags: ["long"],
    timeout: 90_000,
  }, async () => {
    const { seen, attempt, attack } = anAccount();
    await attack(100);
    const replies = await Promise.all(Array.from({ length: 50 }, () => attempt(false)));
    const taken = replies.filter(({ outcome }) => outcome === null);
    // Gaps of 1, 2, 4, 8 and 12 seconds: five turns lie within the 30 seconds that anyone waits.
    expect(taken).toHaveLength(5);
    expect(seen.guesses).toBe(105);
    for (const { outcome, seconds } of replies)
      if (outcome !== null) {
        expect(outcome).toEqual({ code: "K9002", retryAfter: 12 });
        expect(seconds).toBeLessThan(5);
      }
    expect(Math.max(...taken.map(({ seconds }) => seconds))).toBeLessThan(31);
  });

  it("find no account by it: at one that does not exist everything is the same", async () => {
    const { seen, attempt, attack } = anAccount();
    expect((await attack()).every(({ outcome }) => outcome === null)).toBe(true);
    const { outcome, seconds } = await attempt(false);
    expect([outcome, seconds > 0.9, seen.guesses]).toEqual([null, true, 101]);
  });

  it("do not slow those who come through the tenant's back end, nor the other way round", async () => {
    const { attempt, attack } = anAccount();
    await attack();
    const vouched = await attempt(true, { address: null });
    expect([vouched.outcome, vouched.seconds < 0.9]).toEqual(["in", true]);
    const other = anAccount();
    await other.attack(100, { address: null });
    const outside = await other.attempt(true);
    expect([outside.outcome, outside.seconds < 0.9]).toEqual(["in", true]);
  });

  it("slow nobody who has just used a mailed link", async () => {
    const { who, attempt, attack } = anAccount();
    await attack();
    await forgetFailures(world.services, who);
    const { outcome, seconds } = await attempt(true);
    expect([outcome, seconds < 0.9]).toEqual(["in", true]);
  });
});

describe("one place", () => {
  it("has ten failures at an account, also where it is a known network", async () => {
    const { attempt } = anAccount();
    const address = unique("address");
    await attempt(true, { address });
    const replies = await Promise.all(Array.from({ length: 14 }, () => attempt(false, { address })));
    expect(replies.filter(({ outcome }) => outcome === null)).toHaveLength(10);
    expect((await attempt(true, { address })).outcome).toEqual(TOO_MANY);
  });

  it("has fifty failures at all accounts; who has signed in from there before is not refused for them", async () => {
    const address = unique("office");
    const [member, colleague] = [anAccount(), anAccount()];
    await member.attempt(true, { address });
    for (let count = 0; count < 50; count++) await anAccount().attempt(false, { address });
    expect((await colleague.attempt(true, { address })).outcome).toEqual(TOO_MANY);
    expect((await member.attempt(true, { address })).outcome).toBe("in");
  });

  it("which is a known device is not held up by its network, and past ten failures is a stranger", async () => {
    const { attempt } = anAccount();
    const [device, address] = [unique("device"), unique("address")];
    await attempt(true, { device, address });
    for (let round = 0; round < 11; round++) await attempt(false, { address });
    expect((await attempt(true, { device, address })).outcome).toBe("in");
    const replies = await Promise.all(Array.from({ length: 14 }, () => attempt(false, { device, address })));
    expect(replies.filter(({ outcome }) => outcome === null)).toHaveLength(10);
    expect((await attempt(true, { device })).outcome).toBe("in");
  });

  it("is not known by a device's secret that has not signed in, nor at another account", async () => {
    const { attempt, attack } = anAccount();
    const device = unique("device");
    await anAccount().attempt(true, { device });
    await attempt(false, { device: `${device}x` });
    await attack();
    expect((await attempt(true, { device })).seconds).toBeGreaterThan(0.9);
  });
});
