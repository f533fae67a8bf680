"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { cn } from "../../_lib/cn.ts";
import Loading from "../loading.tsx";
import { KeysCard } from "./keys-card.tsx";
import { type Document, type Endpoint, endpointsOf, typeOf } from "./openapi.ts";
import { SchemaTable } from "./schema-table.tsx";
import { type Keys, TryIt } from "./try-it.tsx";

const TONES: Record<string, "positive" | "notice" | "caution" | "negative"> = {
  GET: "notice",
  POST: "positive",
  PUT: "caution",
  PATCH: "caution",
  DELETE: "negative",
};

/** Every operation of the API, from the document that the server makes of its routers. */
export function Reference() {
  const {
    data: document,
    error,
    refetch,
  } = useQuery({
    queryKey: ["openapi"],
    queryFn: async ({ signal }): Promise<Document> => (await fetch("/openapi.json", { signal })).json(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useQueryState("operation", parseAsString.withDefault("auth_token"));
  const [wanted, setWanted] = useState("");
  const [keys, setKeys] = useState<Keys>({ appId: "", token: "" });
  if (error && !document)
    return <LoadFailure what="The reference" error={error} onRetry={() => void refetch()} />;
  if (!document) return <Loading />;
  const groups = endpointsOf(document);
  const all = groups.flatMap(({ endpoints }) => endpoints);
  const endpoint = all.find(({ operation }) => operation.operationId === chosen) ?? all[0];
  const fits = ({ path, operation }: Endpoint) =>
    `${path} ${operation.summary}`.toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Card aria-label="Operations" className="lg:sticky lg:top-4">
        <div className="border-b p-2.5">
          <Input
            type="search"
            aria-label="Find an operation"
            placeholder="Find an operation"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            className="h-8"
          />
        </div>
        <nav aria-label="Operations" className="max-h-60 overflow-y-auto p-2 lg:max-h-[calc(100dvh-8rem)]">
          {groups.map(({ tag, endpoints }) => {
            const shown = endpoints.filter(fits);
            return (
              shown.length > 0 && (
                <div key={tag} className="mb-3">
                  <p className="px-2 py-1 text-[0.6875rem] font-medium text-muted">{tag}</p>
                  <ul aria-label={tag}>
                    {shown.map(({ operation }) => {
                      const isCurrent = operation.operationId === endpoint?.operation.operationId;
                      return (
                        <li key={operation.operationId}>
                          <button
                            type="button"
                            aria-current={isCurrent ? "true" : undefined}
                            onClick={() => void setChosen(operation.operationId)}
                            className={cn(
                              "min-h-7 w-full rounded-md px-2 py-1 text-left text-[0.8125rem] text-muted transition-colors hover:bg-subtle hover:text-foreground",
                              isCurrent && "bg-subtle font-medium text-foreground",
                            )}
                          >
                            {operation.summary}
                          </button>
                        </li>
                      );
                    })}
                  </ul>
                </div>
              )
            );
          })}
          {!all.some(fits) && <Empty title="No operation matches" />}
        </nav>
      </Card>
      <div className="min-w-0 space-y-4">
        <KeysCard keys={keys} onChange={setKeys} />
        {endpoint && (
          <EndpointView
            key={endpoint.operation.operationId}
            document={document}
            endpoint={endpoint}
            keys={keys}
          />
        )}
      </div>
    </div>
  );
}

function EndpointView({ document, endpoint, keys }: { document: Document; endpoint: Endpoint; keys: Keys }) {
  const { method, path, operation } = endpoint;
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const answer = Object.values(success?.[1].content ?? {})[0]?.schema;
  const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith("2"));
  return (
    <section aria-label={operation.summary} className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">{operation.summary}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <Badge tone={TONES[method] ?? "notice"}>{method}</Badge>
          <CopyButton value={path} className="text-foreground" />
        </p>
        <p className="mt-2 max-w-prose text-[0.8125rem] text-pretty text-muted">{operation.description}</p>
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
                      <p className="mt-0.5 text-xs text-pretty text-muted">{parameter.description}</p>
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
                  <span className="whitespace-pre-line text-muted">{description}</span>
                </li>
              ))}
            </ul>
          </Part>
        </div>
        <Part title="Try it">
          <TryIt document={document} endpoint={endpoint} keys={keys} />
        </Part>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card aria-label={title}>
      <CardHeader className="min-h-10 px-3">
        <CardTitle className="text-[0.8125rem]">{title}</CardTitle>
      </CardHeader>
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
