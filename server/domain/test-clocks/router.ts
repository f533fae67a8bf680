import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { addCustomer } from "./add-customer.ts";
import { advanceTestClock } from "./advance-clock.ts";
import { createTestClock } from "./create-test-clock.ts";
import { deleteTestClock } from "./delete-test-clock.ts";
import { getTestClock } from "./get-test-clock.ts";
import { listTestClocks } from "./list-test-clocks.ts";
import * as schema from "./schema.ts";

/** Test clocks: time travel for TEST tenants. */
export const testClocksRouter = router({
  create: mutation(schema.createTestClockMeta, schema.CreateTestClock, schema.TestClock, createTestClock),
  list: query(schema.listTestClocksMeta, schema.ListTestClocks, schema.TestClockPage, listTestClocks),
  get: query(schema.getTestClockMeta, schema.TestClockId, schema.TestClock, getTestClock),
  addCustomer: mutation(schema.addCustomerMeta, schema.AddCustomer, schema.AddedCustomer, addCustomer),
  advance: mutation(schema.advanceTestClockMeta, schema.AdvanceTestClock, schema.TestClock, advanceTestClock),
  delete: mutation(schema.deleteTestClockMeta, schema.TestClockId, schema.DeletedTestClock, deleteTestClock),
});
