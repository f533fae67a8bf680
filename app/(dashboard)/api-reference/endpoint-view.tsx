"use client";

import { CodeText } from "../../_components/code-text.tsx";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { METHODS } from "./methods.ts";
import { type Document, type Endpoint, typeOf } from "./openapi.ts";
import { SchemaTable } from "./schema-table.tsx";
import type { Keys } from "./send-request.ts";
import { TryIt } from "./try-it.tsx";

/** One operation: its input, its response, and a form that sends a request. */
export function EndpointView({
  document,
  endpoint,
  place,
  keys,
}: {
  document: Document;
  endpoint: Endpoint;
  /** The titles of what it belongs to, the widest first; one that repeats the one before it is left out. */
  place: string[];
  keys: Keys;
}) {
  const { method, path, operation } = endpoint;
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const answer = Object.values(success?.[1].content ?? {})[0]?.schema;
  const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith("2"));
  return (
    <section aria-label={operation.summary} className="space-y-4">
      <div>
        <p className="text-xs text-muted">{[...new Set(place)].join(" › ")}</p>
        <h2 className="mt-0.5 text-xl font-semibold tracking-tight text-balance">{operation.summary}</h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <Badge tone={METHODS[method] ?? "notice"}>{method}</Badge>
          <CopyButton value={path} className="text-foreground" />
        </p>
        <p className="mt-2 max-w-prose text-[0.8125rem] text-pretty text-muted">
          <CodeText text={operation.description} />
        </p>
        <p className="mt-2 text-xs text-muted">{securityOf(endpoint)}</p>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="min-w-0 space-y-4">
          {operation.parameters && operation.parameters.length > 0 && (
            <Part title="Parameters">
              <ul className="divide-y">
                {operation.parameters.map((parameter) => (
                  <li key={parameter.name} className="px-3 py-2">
                    <p className="flex flex-wrap items-baseline gap-x-2">
                      <code className="font-mono text-xs font-semibold">{parameter.name}</code>
                      <span className="text-xs text-muted">
                        {typeOf(document, parameter.schema)} in {parameter.in}
                      </span>
                      {parameter.required && <span className="text-xs text-caution">required</span>}
                    </p>
                    {parameter.description && (
                      <p className="mt-0.5 text-xs text-pretty text-muted">
                        <CodeText text={parameter.description} />
                      </p>
                    )}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {body && (
            <Part title="Body">
              <SchemaTable document={document} schema={body} />
            </Part>
          )}
          <Part title={`Answer ${success?.[0] ?? ""}`}>
            <SchemaTable document={document} schema={answer} />
          </Part>
          <Part title="Errors">
            <ul className="divide-y">
              {failures.map(([status, { description }]) => (
                <li key={status} className="flex gap-3 px-3 py-2 text-xs">
                  <span className="font-mono font-semibold">{status}</span>
                  <span className="whitespace-pre-line text-muted">
                    <CodeText text={description} />
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        </div>
        <div className="min-w-0 max-xl:order-first xl:sticky xl:top-4">
          <Part title="Try it">
            <TryIt document={document} endpoint={endpoint} keys={keys} />
          </Part>
        </div>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card aria-label={title}>
      <h3 className="border-b px-3 py-2.5 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </Card>
  );
}

const SCHEMES: Record<string, string> = { AppIdentifier: "x-app-id", JWT: "a bearer token" };

function securityOf({ operation }: Endpoint): string {
  const ways = (operation.security ?? []).map((way) =>
    Object.keys(way)
      .map((name) => SCHEMES[name] ?? name)
      .join(" and "),
  );
  return ways.length === 0 || ways.includes("") ? "Needs no credential." : `Needs ${ways.join(", or ")}.`;
}
