import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { z } from "zod";
import type { SetPageHeaders } from "../platform/page-headers.ts";
import type { OperationMeta } from "../platform/schema/operation.ts";
import type { Scope, Services } from "../platform/scope.ts";
import { type OpenRequest, openProcedure, tenantProcedure } from "./init.ts";

/** The type of an operation for pages, clients and tests, taken from its schemas. */
interface Contract<Input extends z.ZodType, Output extends z.ZodType> {
  meta: OperationMeta;
  input: z.input<Input>;
  output: z.output<Output>;
}

type Query<Input extends z.ZodType, Output extends z.ZodType> = TRPCQueryProcedure<Contract<Input, Output>>;
type Mutation<Input extends z.ZodType, Output extends z.ZodType> = TRPCMutationProcedure<
  Contract<Input, Output>
>;
type Answer<Output extends z.ZodType> = z.input<Output> | Promise<z.input<Output>>;

/**
 * A line of a router that reads for a tenant: its route and rules, the schemas of its input and answer, and the operation.
 * The third argument of the operation is for those whose meta says `isPaged`.
 */
export function query<Input extends z.ZodType, Output extends z.ZodType>(
  meta: OperationMeta,
  input: Input,
  output: Output,
  operation: (
    scope: Scope,
    input: z.output<Input>,
    setPageHeaders: SetPageHeaders | undefined,
  ) => Answer<Output>,
): Query<Input, Output> {
  const procedure = tenantProcedure
    .meta(meta)
    .input<z.ZodType>(input)
    .output<z.ZodType>(output)
    // tRPC has parsed it by the schema.
    .query(({ ctx, input }) => operation(ctx.scope, input as z.output<Input>, ctx.setPageHeaders));
  // tRPC infers types from a concrete schema. This one is a type parameter, so the types are stated here.
  return procedure as Query<Input, Output>;
}

/** A line of a router that changes something for a tenant, as `query`. */
export function mutation<Input extends z.ZodType, Output extends z.ZodType>(
  meta: OperationMeta,
  input: Input,
  output: Output,
  operation: (scope: Scope, input: z.output<Input>) => Answer<Output>,
): Mutation<Input, Output> {
  const procedure = tenantProcedure
    .meta(meta)
    .input<z.ZodType>(input)
    .output<z.ZodType>(output)
    // As in `query`.
    .mutation(({ ctx, input }) => operation(ctx.scope, input as z.output<Input>));
  return procedure as Mutation<Input, Output>;
}

/**
 * A line of a router that needs no credential of a tenant: the operation checks the caller from its input and the request. Throws at start
 * where strangers could repeat it without a limit.
 */
export function openMutation<Input extends z.ZodType, Output extends z.ZodType>(
  meta: OperationMeta,
  input: Input,
  output: Output,
  operation: (services: Services, input: z.output<Input>, request: OpenRequest) => Answer<Output>,
): Mutation<Input, Output> {
  if (meta.rules.throttle === null) throw new Error("An operation open to strangers needs a throttle.");
  const procedure = openProcedure
    .meta(meta)
    .input<z.ZodType>(input)
    .output<z.ZodType>(output)
    // As in `query`.
    .mutation(({ ctx, input }) => operation(ctx.services, input as z.output<Input>, ctx.request));
  return procedure as Mutation<Input, Output>;
}
