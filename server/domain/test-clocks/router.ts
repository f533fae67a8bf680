import { router, tenantProcedure } from "../../trpc/init.ts";
import { advanceTestClock } from "./advance-clock.ts";
import * as clocks from "./clocks.ts";
import * as schema from "./schema.ts";

/** Test clocks: time travel for TEST tenants. */
export const testClocksRouter = router({
  create: tenantProcedure
    .meta(schema.createTestClockMeta)
    .input(schema.CreateTestClock)
    .output(schema.TestClock)
    .mutation(({ ctx, input }) => clocks.createTestClock(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listTestClocksMeta)
    .input(schema.ListTestClocks)
    .output(schema.TestClockPage)
    .query(({ ctx, input }) => clocks.listTestClocks(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getTestClockMeta)
    .input(schema.TestClockId)
    .output(schema.TestClock)
    .query(({ ctx, input }) => clocks.getTestClock(ctx.scope, input)),
  addCustomer: tenantProcedure
    .meta(schema.addCustomerMeta)
    .input(schema.AddCustomer)
    .output(schema.AddedCustomer)
    .mutation(({ ctx, input }) => clocks.addCustomer(ctx.scope, input)),
  advance: tenantProcedure
    .meta(schema.advanceTestClockMeta)
    .input(schema.AdvanceTestClock)
    .output(schema.TestClock)
    .mutation(({ ctx, input }) => advanceTestClock(ctx.scope, input)),
  delete: tenantProcedure
    .meta(schema.deleteTestClockMeta)
    .input(schema.TestClockId)
    .output(schema.DeletedTestClock)
    .mutation(({ ctx, input }) => clocks.deleteTestClock(ctx.scope, input)),
});
