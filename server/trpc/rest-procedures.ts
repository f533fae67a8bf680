import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { OperationMeta } from "../platform/schema/operation.ts";

/** The procedures that have a REST route, with their metadata. */
export function restProcedures(appRouter: AnyTRPCRouter) {
  // _def.procedures is typed as any by tRPC; it holds procedures by their dotted names.
  const procedures = Object.entries(appRouter._def.procedures as Record<string, AnyTRPCProcedure>);
  return procedures.flatMap(([name, procedure]) => {
    // The root router is made with OperationMeta as its meta type.
    const meta = procedure._def.meta as OperationMeta | undefined;
    return meta?.openapi ? [{ name, procedure, meta: { ...meta, openapi: meta.openapi } }] : [];
  });
}
