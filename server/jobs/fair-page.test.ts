import { describe, expect, it } from "vitest";
import { DueSources, type Source } from "./due-sources.ts";
import { fairPage } from "./fair-page.ts";

const aSource = (key: string, tenantId = key, second = 0, pool = "FAILING"): Source => ({
  key,
  tenantId,
  pool,
  dueSince: new Date(second * 1000),
});

const many = (length: number, make: (index: number) => Source) => Array.from({ length }, (_, n) => make(n));

/** Nothing is under way, and each source may have so many. */
const idle = (slots: Record<string, number>, concurrency = 2) => ({
  freeSlots: (pool: string) => slots[pool] ?? 0,
  underWay: () => 0,
  freeConcurrency: () => concurrency,
});

const limitsOf = (page: { source: Source; limit: number }[]) =>
  Object.fromEntries(page.map(({ source, limit }) => [source.key, limit]));

describe("a page of what is taken next", () => {
  it("gives every tenant one before any gets two, however many sources it has", () => {
    const sources = [...many(100, (n) => aSource(`a${n}`, "a")), aSource("b"), aSource("c")];
    const page = fairPage(new DueSources(sources), idle({ FAILING: 4 }), 0);
    const byTenant = Map.groupBy(page, ({ source }) => source.tenantId);
    expect([...byTenant].map(([tenant, own]) => [tenant, own.length]).sort()).toEqual([
      ["a", 1],
      ["b", 1],
      ["c", 1],
    ]);
    // The fourth slot is a second delivery of one of them.
    expect(page.reduce((sum, { limit }) => sum + limit, 0)).toBe(4);
  });

  it("counts what is under way already", () => {
    const sources = [aSource("busy", "busy", 0), aSource("free", "free", 9)];
    const load = {
      ...idle({ FAILING: 1 }),
      underWay: (_: string, tenant: string) => Number(tenant === "busy"),
    };
    expect(limitsOf(fairPage(new DueSources(sources), load, 0))).toEqual({ free: 1 });
  });

  it("takes the one that has waited longest and the one that has waited shortest in turn, from page to page", () => {
    const sources = many(9, (n) => aSource(`s${n}`, `s${n}`, n));
    expect(limitsOf(fairPage(new DueSources(sources), idle({ FAILING: 4 }), 0))).toEqual({
      s0: 1,
      s8: 1,
      s1: 1,
      s7: 1,
    });
    expect(limitsOf(fairPage(new DueSources(sources), idle({ FAILING: 1 }), 5))).toEqual({ s8: 1 });
  });

  it("fills the slots of each pool from its own sources alone", () => {
    const sources = [
      ...many(50, (n) => aSource(`dead${n}`)),
      ...many(3, (n) => aSource(`good${n}`, `good${n}`, 0, "PROVEN")),
    ];
    const page = fairPage(new DueSources(sources), idle({ FAILING: 2, PROVEN: 10 }), 0);
    const inPool = (pool: string) => page.filter(({ source }) => source.pool === pool);
    expect(inPool("FAILING")).toHaveLength(2);
    // A lone source gets as many as its concurrency allows.
    expect(inPool("PROVEN").map(({ limit }) => limit)).toEqual([2, 2, 2]);
    expect(fairPage(new DueSources(sources), idle({}), 0)).toEqual([]);
    expect(fairPage(new DueSources(sources), idle({ FAILING: 5, PROVEN: 5 }, 0), 0)).toEqual([]);
  });

  it("a tenant has waited as long as the oldest of its sources that still has something", () => {
    const old = aSource("old", "a", 0);
    const due = new DueSources([old, aSource("new", "a", 9), aSource("other", "b", 5)]);
    due.delete(old.key);
    expect([...due.tenantsOf("FAILING")].map(({ id, dueSince }) => [id, dueSince])).toEqual([
      ["a", 9_000],
      ["b", 5_000],
    ]);
    expect(limitsOf(fairPage(due, idle({ FAILING: 1 }), 0))).toEqual({ other: 1 });
  });
});
