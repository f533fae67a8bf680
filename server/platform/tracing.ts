import type * as Api from "@opentelemetry/api";
import pg from "pg";

/** Where traces are exported to, over OTLP/HTTP, and how many. */
export interface TraceSettings {
  /** Base URL of the collector; traces go to `<endpoint>/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** The sampled part of requests, 0 to 1. A caller that sends a trace context decides for its own requests. */
  share: number;
  role: string;
}

interface SpanOptions {
  kind: "server" | "client" | "internal";
  attributes?: Record<string, string | number | undefined>;
  /** Headers that may hold the caller's trace context (W3C Trace Context). */
  carrier?: Record<string, string | string[] | undefined>;
}

/** What is known of a span only when the work is done. */
export interface SpanEnd {
  name: string;
  attributes: Record<string, string | number | undefined>;
  isFailed: boolean;
}

interface Tracing {
  api: typeof Api;
  tracer: Api.Tracer;
}

let tracing: Tracing | undefined;

/**
 * Starts tracing of requests, their statements, outbound calls, jobs and webhooks. OpenTelemetry is loaded only when this is
 * called. Returns a function that exports the remaining spans and stops tracing.
 */
export async function startTracing(settings: TraceSettings): Promise<() => Promise<void>> {
  const [api, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, resources, sdk, exporter] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/core"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        "service.name": settings.serviceName,
        "usher.role": settings.role,
      }),
    ),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({
          url: `${settings.endpoint.replace(/\/$/, "")}/v1/traces`,
        }),
      }),
    ],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  tracing = { api, tracer: provider.getTracer("usher") };
  const untrace = traceStatements(tracing);
  return async () => {
    tracing = undefined;
    untrace();
    await provider.shutdown();
    api.context.disable();
    api.propagation.disable();
  };
}

/** Runs work in a span of the active trace, or of a new one. Costs nothing while tracing is off. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
  endOf?: (result: T) => SpanEnd,
): Promise<T> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  const kind = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  const parent = options.carrier
    ? api.propagation.extract(api.context.active(), options.carrier)
    : api.context.active();
  const { attributes = {} } = options;
  return tracer.startActiveSpan(name, { kind: kind[options.kind], attributes }, parent, async (span) => {
    try {
      const result = await work();
      const end = endOf?.(result);
      if (end) span.updateName(end.name).setAttributes(end.attributes);
      if (end?.isFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      return result;
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The id of the active trace, for log lines; undefined while tracing is off. */
export function traceId(): string | undefined {
  return tracing?.api.trace.getActiveSpan()?.spanContext().traceId;
}

function fail(span: Api.Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // 2 is SpanStatusCode.ERROR.
  span.setStatus({ code: 2, message });
  if (error instanceof Error) span.recordException(error);
}

/**
 * Makes a span of every statement within a trace: Prisma's and our own all go through this one method. Statements hold no values;
 * pg sends those separately. Statements outside a trace, such as the worker's polling, make none.
 */
function traceStatements({ api, tracer }: Tracing): () => void {
  const { prototype } = pg.Client;
  // pg's own overloads, of which each is passed on as it comes.
  const query = prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  function traced(this: pg.Client, ...given: unknown[]): unknown {
    if (!api.trace.getActiveSpan()) return query.apply(this, given);
    const [statement] = given;
    const named = typeof statement === "object" && statement !== null && "text" in statement;
    const text = String(named ? statement.text : statement);
    const span = tracer.startSpan(`postgresql ${text.trimStart().split(/\s/, 1)[0]?.toLowerCase()}`, {
      kind: api.SpanKind.CLIENT,
      attributes: { "db.system.name": "postgresql", "db.query.text": text },
    });
    const last = given.at(-1);
    if (typeof last === "function") {
      const ended = (error: unknown, ...rest: unknown[]) => {
        if (error) fail(span, error);
        span.end();
        return last(error, ...rest);
      };
      return query.apply(this, [...given.slice(0, -1), ended]);
    }
    const result = query.apply(this, given);
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error: unknown) => {
          fail(span, error);
          span.end();
        },
      );
    else span.end();
    return result;
  }
  Object.assign(prototype, { query: traced });
  return () => void Object.assign(prototype, { query });
}
