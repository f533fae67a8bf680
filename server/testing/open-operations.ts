import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import { z } from "zod";
import { newId } from "../platform/ids.ts";
import type { OperationMeta, Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";
import type { Caller } from "../trpc/authorize.ts";
import type { appRouter } from "../trpc/root.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { inputOf, proceduresOf } from "../vendor/trpc-parts.ts";
import type { Client } from "./client.ts";

// What people who are not the tenant's own may call: taken from the router, so that tests cover an operation that is added.

/** Who calls for themselves: an end user with a token, a customer in the portal, a visitor of the tenant's pages. */
export type Outsider = "user" | "portal" | "visitor";

export interface OpenOperation {
  name: string;
  procedure: AnyTRPCProcedure;
  rules: Rules;
  openapi: OperationMeta["openapi"];
  callers: Outsider[];
}

/** The operations of a router that are open to outsiders, by name. */
export function operationsOpenTo(router: AnyTRPCRouter): OpenOperation[] {
  return proceduresOf(router)
    .flatMap(({ name, procedure, meta }) => {
      // The root router is made with OperationMeta as its meta type.
      const { rules, openapi } = meta as OperationMeta;
      const callers: Outsider[] = [
        ...(rules.isForEndUsers && openapi ? (["user"] as const) : []),
        ...(rules.isForPortal ? (["portal"] as const) : []),
        ...(rules.isForBrowsers && rules.security === "app" ? (["visitor"] as const) : []),
      ];
      return callers.length === 0 ? [] : [{ name, procedure, rules, openapi, callers }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  [key: string]: unknown;
}

/** The names of the fields of an operation's input, those of objects within it, too. */
export function propertiesOf(procedure: AnyTRPCProcedure | undefined): string[] {
  const parser = procedure && (inputOf(procedure) as z.ZodType | undefined);
  if (!parser) return [];
  const names = new Set<string>();
  const read = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { properties } = node as JsonSchema;
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const child of Object.values(node)) read(child);
  };
  read(z.toJSONSchema(parser, { io: "input", unrepresentable: "any" }));
  return [...names];
}

/** What an outsider was answered: the status and the body without what names the request. */
export interface Told {
  status: number;
  headers: Record<string, string>;
  body: { code?: string; [key: string]: unknown };
}

/** Calls an operation by its REST route, as an end user does. */
export async function callRest(
  client: Client,
  { openapi }: Pick<OpenOperation, "openapi">,
  input: Record<string, unknown>,
): Promise<Told> {
  if (!openapi) throw new Error("The operation has no route.");
  const { method, path: template } = openapi;
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name] ?? "x"));
    delete rest[name];
    return value;
  });
  const isQuery = method === "GET" || method === "DELETE";
  const search = isQuery ? new URLSearchParams(rest as Record<string, string>).toString() : "";
  const reply = await client.send(
    method,
    search === "" ? path : `${path}?${search}`,
    isQuery ? undefined : rest,
  );
  const { request_id: _, ...body } = typeof reply.body === "object" ? reply.body : { text: reply.body };
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body };
}

/** Calls an operation as one of our own pages does. */
export async function callAsPage(
  { root, services }: { root: typeof appRouter; services: Services },
  caller: Caller & { address: string },
  name: string,
  input: object,
): Promise<Told> {
  const { address } = caller;
  const context = { services, caller, requestId: newId("request"), authorization: null, address };
  const [group = "", method = ""] = name.split(".");
  // By name, which the router's types cannot follow.
  const api = root.createCaller(context) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >;
  try {
    await api[group]?.[method]?.(input);
    return { status: 200, headers: {}, body: {} };
  } catch (thrown) {
    const error = toApiError(thrown);
    const { request_id: _, ...body } = error.toBody("");
    return { status: error.status, headers: {}, body };
  }
}
