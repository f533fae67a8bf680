import { execFile } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, vi } from "vitest";
import { ManualClock } from "../platform/clock.ts";
import { runForTenant } from "../platform/database/tenant-query.ts";
import { inSpan, startTracing } from "../platform/tracing.ts";
import { createWorkHealth } from "../platform/work-health.ts";
import { it } from "../testing/it.ts";
import { aStage, start } from "../testing/stage.ts";
import { FOR_METRICS, openWorld } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { openOpsEndpoints } from "./ops-endpoints.ts";

describe("a port for operators alone", () => {
  it("serves health, readiness and metrics, and nothing else", async ({ world }) => {
    let isDraining = false;
    const { services } = world;
    const port = await freePort();
    const close = await openOpsEndpoints(services, { host: "127.0.0.1", port, isDraining: () => isDraining });
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
    expect(await (await get("/metrics")).text()).toContain("usher_http_request_duration_seconds");
    expect((await get("/v1/pricing")).status).toBe(404);
    isDraining = true;
    expect(await (await get("/readyz")).json()).toEqual({ status: "shutting down" });
    await close();
  });

  it("of a worker is not ready while a job or a loop stalls, and says which; one that serves requests is", async ({
    world,
  }) => {
    const clock = new ManualClock(new Date());
    const work = createWorkHealth(clock);
    work.watch("recover", 600);
    work.watch("webhooks", 120);
    const ready = async (role: "worker" | "all") => {
      const config = { ...world.services.config, role };
      const port = await freePort();
      const options = { host: "127.0.0.1", port, isDraining: () => false };
      const close = await openOpsEndpoints({ ...world.services, config, work }, options);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      await close();
      return [answer.status, await answer.json()];
    };
    expect(await ready("worker")).toEqual([200, { status: "ready", row_level_security: "on" }]);
    clock.advance(601);
    work.succeeded("webhooks");
    const reason = "Since its last success: recover (601 s).";
    expect(await ready("worker")).toEqual([503, { status: "work stalled", reason }]);
    expect(await ready("all")).toEqual([
      200,
      { status: "ready", row_level_security: "on", stalled: ["recover (601 s)"] },
    ]);
    work.succeeded("recover");
    expect((await ready("worker"))[0]).toBe(200);
  });

  it("is ready while the database is slow, not while it is silent or gone", { tags: ["long"] }, async ({
    world,
  }) => {
    let ping: () => Promise<void> = () => world.services.pingDatabase();
    const services = { ...world.services, pingDatabase: () => ping() };
    const timeouts = { answer: 50, silence: 1_000 };
    const port = await freePort();
    const close = await openOpsEndpoints(services, {
      host: "127.0.0.1",
      port,
      isDraining: () => false,
      timeouts,
    });
    const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 20_000 });
    ping = () => new Promise(() => undefined);
    expect(await status()).toBe(200);
    await vi.waitFor(async () => expect(await status()).toBe(503), { timeout: 20_000 });
    ping = () => world.services.pingDatabase();
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 20_000 });
    ping = () => Promise.reject(new Error("gone"));
    expect(await status()).toBe(503);
    await close();
  });

  it("serves metrics on the public port to the bearer of the token alone", async ({ world }) => {
    const get = (authorization?: string) =>
      fetch(`${world.baseUrl}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
    expect(await (await fetch(`${world.baseUrl}/metrics`, FOR_METRICS)).text()).toContain(
      "usher_database_up",
    );
    for (const wrong of [undefined, "Bearer wrong", "Basic dXNoZXI6dXNoZXI=", "Bearer "]) {
      const refused = await get(wrong);
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
        401,
        'Bearer realm="metrics"',
      ]);
      expect(await refused.text()).not.toContain("usher_");
    }
  });

  it("serves no metrics on the public port where no token is configured", async ({ world }) => {
    const services = { ...world.services, config: { ...world.services.config, metricsToken: undefined } };
    const server = createServer(createApi(services));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, FOR_METRICS)).status).toBe(404);
    await new Promise((resolve) => server.close(resolve));
  });

  it("takes the metrics away from the public port", { tags: ["long"] }, async () => {
    const apart = await openWorld({ environment: { USHER_METRICS_PORT: "1" } });
    expect((await fetch(`${apart.baseUrl}/metrics`)).status).toBe(404);
    expect((await fetch(`${apart.baseUrl}/readyz`)).status).toBe(200);
    await apart.close();
  });
});

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: number };
}

/** A collector that takes traces over OTLP/HTTP. */
async function aCollector() {
  const spans: Span[] = [];
  const resources: Attribute[] = [];
  const take = async (request: IncomingMessage) => {
    expect(request.url).toBe("/v1/traces");
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(...resource.attributes);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
  };
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    spans,
    resources,
    endpoint: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe("traces", () => {
  it("go to the collector: a request, its statements and what the card provider was asked, in the caller's trace", {
    tags: ["long"],
  }, async ({ world }) => {
    const stage = await aStage(world);
    const collector = await aCollector();
    const { endpoint } = collector;
    const stop = await startTracing({ endpoint, serviceName: "usher-test", share: 1, role: "web" });
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traced = {
      ...stage,
      server: stage.server.with({ traceparent: `00-${traceId}-b7ad6b7169203331-01` }),
    };
    const reply = await start(traced, "pro");
    expect(reply.status).toBe(201);
    await stop();
    await collector.close();

    const own = collector.spans.filter((span) => span.traceId === traceId);
    const root = own.find(({ name }) => name === "POST /v1/billing/cardprovider/subscriptions/headless");
    expect(root?.parentSpanId).toBe("b7ad6b7169203331");
    expect(root?.attributes).toContainEqual({
      key: "usher.request_id",
      value: { stringValue: reply.headers.get("x-request-id") },
    });
    expect(root?.attributes).toContainEqual({
      key: "http.response.status_code",
      value: { intValue: 201 },
    });
    const names = own.map(({ name }) => name);
    expect(names).toContain("card provider startSubscription");
    expect(names).toContain("postgresql insert");
    // Values are never part of a statement's text.
    const statements = own.flatMap(({ attributes }) =>
      attributes.filter(({ key }) => key === "db.query.text").map(({ value }) => value.stringValue ?? ""),
    );
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.filter((statement) => statement.includes(stage.providerKey))).toEqual([]);
    expect(collector.resources).toContainEqual({
      key: "service.name",
      value: { stringValue: "usher-test" },
    });
  });

  it("say how long a statement under row-level security took, and that one failed", async ({ world }) => {
    const collector = await aCollector();
    const { endpoint } = collector;
    const stop = await startTracing({ endpoint, serviceName: "usher-test", share: 1, role: "web" });
    const client = await world.services.pool.connect();
    await inSpan("work", { kind: "internal" }, async () => {
      await runForTenant(client, "ten_traced", { text: "select pg_sleep(0.05)" });
      await expect(runForTenant(client, "ten_traced", { text: "select 1 / 0" })).rejects.toThrow("division");
    });
    client.release();
    await stop();
    await collector.close();

    const spanOf = (text: string) =>
      collector.spans.find(({ attributes }) => attributes.some(({ value }) => value.stringValue === text));
    const slow = spanOf("select pg_sleep(0.05)");
    const nanoseconds = BigInt(slow?.endTimeUnixNano ?? 0) - BigInt(slow?.startTimeUnixNano ?? 0);
    expect(Number(nanoseconds) / 1e6).toBeGreaterThan(45);
    expect(slow?.status.code ?? 0).toBe(0);
    // 2 is STATUS_CODE_ERROR of OTLP.
    expect(spanOf("select 1 / 0")?.status.code).toBe(2);
  });

  it("cost nothing unless they are asked for: nothing of OpenTelemetry is even loaded by us", {
    tags: ["long"],
  }, async () => {
    const program = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ resolve: (specifier, context, next) => {
        // What counts our metrics has a use of its own for the bare interface.
        const isOurs = context.parentURL?.includes("/server/");
        if (isOurs && specifier.startsWith("@opentelemetry/")) loaded.push(specifier);
        return next(specifier, context);
      } });
      for (const path of ["jobs/queue.ts", "providers/open.ts", "platform/database/open.ts"])
        await import("./server/" + path);
      const { inSpan } = await import("./server/platform/tracing.ts");
      const work = async () => "done";
      if ((await inSpan("work", { kind: "internal" }, work)) !== "done") throw new Error("not done");
      console.log(JSON.stringify(loaded));
      process.exit(0);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      // As above.
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
