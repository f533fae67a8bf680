// @module-tag ci
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWorld, unique, type World } from "../../../server/testing/world.ts";
import { isUnreachable, type Usher, UsherConnectionError, UsherError } from "../src/index.ts";
import { aProduct, type TestProduct } from "./a-product.ts";
import { aFaultyProxy, type Fault, type FaultyProxy } from "./faulty-proxy.ts";

const SETTINGS = "/v1/settings";
const PRODUCTS = "/v1/catalog/products";

let world: World;
let proxy: FaultyProxy;
let product: TestProduct;
let usher: Usher;

beforeAll(async () => {
  world = await openWorld();
  proxy = await aFaultyProxy(world.baseUrl);
  product = await aProduct(world);
  usher = product.open({ baseUrl: proxy.url, timeoutMs: 5_000 });
  await usher.settings.get();
});

beforeEach(() => {
  proxy.passages.length = 0;
});

afterAll(async () => {
  await proxy.close();
  await world.close();
});

const aProductInput = () => ({ slug: unique("made"), name: "Made" });
const countOf = async (slug: string) => {
  const { data } = await product.usher.products.list({ limit: 200 });
  return data.filter((one) => one.slug === slug).length;
};

describe("a request that can be repeated", () => {
  const faults: [string, Fault][] = [
    ["the connection is refused or reset", "reset before"],
    ["the answer is lost", "reset after"],
    ["the answer breaks off", "reset midway"],
    ["a proxy says 502", { status: 502, body: "<html>Bad Gateway</html>" }],
    ["a proxy says 503", { status: 503 }],
    ["a proxy says 504", { status: 504 }],
    ["a proxy says 429", { status: 429 }],
  ];

  it.each(faults)("is tried again when %s", async (_, fault) => {
    proxy.fail(SETTINGS, fault, fault);
    expect((await usher.settings.get()).name).toBe("Test tenant");
    expect(proxy.passages).toHaveLength(3);
  });

  it.each(faults)("is done once, under one key, when %s after a POST", async (_, fault) => {
    proxy.fail(PRODUCTS, fault, fault);
    const input = aProductInput();
    const made = await usher.products.create(input);
    expect(made.slug).toBe(input.slug);
    expect(await countOf(input.slug)).toBe(1);
    const keys = proxy.passages.map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  it("is tried again when no answer comes in time", async () => {
    proxy.fail(SETTINGS, "silence");
    expect((await usher.settings.get({}, { timeoutMs: 200 })).name).toBe("Test tenant");
    expect(proxy.passages).toHaveLength(2);
  });

  it("keeps the key that it was given", async () => {
    proxy.fail(PRODUCTS, "reset after");
    await usher.products.create(aProductInput(), { idempotencyKey: "order 4711" });
    expect(proxy.passages.map(({ key }) => key)).toEqual(["order 4711", "order 4711"]);
  });

  it("waits as long as the server asks", { tags: ["long"] }, async () => {
    proxy.fail(SETTINGS, { status: 429, headers: { "retry-after": "1" } });
    await usher.settings.get();
    const [first, second] = proxy.passages;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it("fails at once when the server asks for a longer wait than the client allows", async () => {
    proxy.fail(SETTINGS, { status: 429, headers: { "retry-after": "900" } });
    await expect(usher.settings.get()).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 900,
      code: null,
    });
    expect(proxy.passages).toHaveLength(1);
  });

  it("fails in the end, saying that there was no answer", async () => {
    proxy.fail(SETTINGS, ...Array.from({ length: 9 }, () => "reset before" as const));
    const error = await usher.settings.get().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsherConnectionError);
    expect(isUnreachable(error)).toBe(true);
    expect(error.message).toContain("GET /v1/settings");
    expect(proxy.passages).toHaveLength(4);
    proxy.fail(SETTINGS, "silence");
    const late = await usher.settings.get({}, { timeoutMs: 50, retries: 0 }).catch((thrown) => thrown);
    expect(late.isTimeout).toBe(true);
  });

  it("ends at once when its caller does not want it any more", async () => {
    proxy.fail(SETTINGS, { status: 503, headers: { "retry-after": "20" } });
    const caller = new AbortController();
    const ended = usher.settings.get({}, { signal: caller.signal }).catch((thrown) => thrown);
    await expect.poll(() => proxy.passages.length).toBe(1);
    caller.abort();
    expect((await ended).name).toBe("AbortError");
    expect(proxy.passages).toHaveLength(1);
  });
});

describe("a request that cannot be repeated", () => {
  it.each<[string, Fault]>([
    ["an answer that is lost", "reset after"],
    ["a 503 of a proxy", { status: 503 }],
  ])("is not tried again after %s", async (_, fault) => {
    proxy.fail(SETTINGS, fault);
    await expect(usher.settings.update({ name: "Test tenant" })).rejects.toThrow();
    expect(proxy.passages).toHaveLength(1);
  });

  it("is tried again when the server says that it has done nothing", async () => {
    const body = JSON.stringify({
      code: "K9011",
      name: "server_overloaded",
      message: "too much",
      request_id: "req_1",
    });
    proxy.fail(SETTINGS, { status: 503, body });
    await usher.settings.update({ name: "Test tenant" });
    expect(proxy.passages).toHaveLength(2);
  });
});

describe("a refusal", () => {
  it("is not tried again", async () => {
    await expect(usher.products.create({ slug: "No", name: "x" })).rejects.toBeInstanceOf(UsherError);
    expect(proxy.passages).toHaveLength(1);
  });

  it("is reported as what it is when it comes from a proxy", async () => {
    proxy.fail(SETTINGS, { status: 403, body: "Forbidden by the firewall" });
    await expect(usher.settings.get()).rejects.toMatchObject({
      status: 403,
      code: null,
      message: "HTTP 403",
    });
  });
});

describe("the token endpoint", () => {
  it("is asked again, too, when the network fails", async () => {
    proxy.fail("/v1/auth/token", "reset before", "reset after", { status: 503 });
    const fresh = product.open({ baseUrl: proxy.url });
    expect((await fresh.settings.get()).name).toBe("Test tenant");
    expect(proxy.passages.filter(({ path }) => path === "/v1/auth/token")).toHaveLength(4);
  });
});

describe("a long way through a list", () => {
  it("loses nothing where single pages have to be asked for again", { tags: ["long"] }, async () => {
    const own = await aProduct(world);
    const names = Array.from({ length: 7 }, (_, index) => `feature-${index}`);
    for (const key of names) await own.usher.features.create({ key, name: key, type: "BOOLEAN" });
    proxy.fail("/v1/catalog/features", "none", "reset midway", { status: 503 }, "none", "reset after");
    const keys: string[] = [];
    for await (const { key } of own.open({ baseUrl: proxy.url }).features.list({ limit: 3 })) keys.push(key);
    expect(keys.sort()).toEqual([...names, "calls", "exports", "region"].sort());
  });
});
