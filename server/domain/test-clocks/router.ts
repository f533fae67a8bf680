import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { advanceTestClock } from "./advance-clock.ts";
import * as clocks from "./clocks.ts";
import * as schema from "./schema.ts";

/** Test clocks: time travel for TEST tenants. */
export const testClocksRouter = router({
  create: mutation(
    schema.createTestClockMeta,
    schema.CreateTestClock,
    schema.TestClock,
    clocks.createTestClock,
  ),
  list: query(schema.listTestClocksMeta, schema.ListTestClocks, schema.TestClockPage, clocks.listTestClocks),
  get: query(schema.getTestClockMeta, schema.TestClockId, schema.TestClock, clocks.getTestClock),
  addCustomer: mutation(schema.addCustomerMeta, schema.AddCustomer, schema.AddedCustomer, clocks.addCustomer),
  advance: mutation(schema.advanceTestClockMeta, schema.AdvanceTestClock, schema.TestClock, advanceTestClock),
  delete: mutation(
    schema.deleteTestClockMeta,
    schema.TestClockId,
    schema.DeletedTestClock,
    clocks.deleteTestClock,
  ),
});
