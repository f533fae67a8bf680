import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";

// tRPC has no public way to list the procedures of a router, nor to read what a procedure was built with: both are in `_def`.
// trpc-parts.contract.test.ts holds what is read of it.

/** A procedure of a router, and what it was built with. */
export interface ProcedureParts {
  /** The dotted name: subscriptions.cancel. */
  name: string;
  procedure: AnyTRPCProcedure;
  type: "query" | "mutation" | "subscription";
  /** What `.meta(…)` was given; undefined without one. */
  meta: unknown;
}

/** The procedures of a router and of the routers in it. */
export function proceduresOf(router: AnyTRPCRouter): ProcedureParts[] {
  // Typed as any by tRPC.
  const procedures = Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>);
  return procedures.map(([name, procedure]) => {
    const { type, meta } = procedure._def;
    return { name, procedure, type, meta };
  });
}

/** What `.input(…)` was given; undefined without one. */
export function inputOf(procedure: AnyTRPCProcedure): unknown {
  const [parser] = procedure._def.inputs as unknown[];
  return parser;
}
