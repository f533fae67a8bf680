import type { AnyTRPCRouter } from "@trpc/server";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { proceduresOf } from "../vendor/trpc-parts.ts";

/** The procedures that have a REST route, with their metadata. */
export function restProcedures(appRouter: AnyTRPCRouter) {
  return proceduresOf(appRouter).flatMap(({ name, procedure, type, ...parts }) => {
    // The root router is made with OperationMeta as its meta type.
    const meta = parts.meta as OperationMeta | undefined;
    return meta?.openapi ? [{ name, procedure, type, meta: { ...meta, openapi: meta.openapi } }] : [];
  });
}
