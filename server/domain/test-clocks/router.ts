import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { addCustomer } from "./add-customer.ts";
import { AddCustomer, AddedCustomer, addCustomerMeta } from "./add-customer-schema.ts";
import { advanceTestClock } from "./advance-clock.ts";
import { AdvanceTestClock, advanceTestClockMeta } from "./advance-clock-schema.ts";
import { createTestClock } from "./create-test-clock.ts";
import { CreateTestClock, createTestClockMeta } from "./create-test-clock-schema.ts";
import { deleteTestClock } from "./delete-test-clock.ts";
import { DeletedTestClock, deleteTestClockMeta } from "./delete-test-clock-schema.ts";
import { getTestClock } from "./get-test-clock.ts";
import { getTestClockMeta } from "./get-test-clock-schema.ts";
import { listTestClocks } from "./list-test-clocks.ts";
import { ListTestClocks, listTestClocksMeta, TestClockPage } from "./list-test-clocks-schema.ts";
import { TestClock, TestClockId } from "./schema.ts";

/** Test clocks: time travel for TEST tenants. */
export const testClocksRouter = router({
  create: mutation(createTestClockMeta, CreateTestClock, TestClock, createTestClock),
  list: query(listTestClocksMeta, ListTestClocks, TestClockPage, listTestClocks),
  get: query(getTestClockMeta, TestClockId, TestClock, getTestClock),
  addCustomer: mutation(addCustomerMeta, AddCustomer, AddedCustomer, addCustomer),
  advance: mutation(advanceTestClockMeta, AdvanceTestClock, TestClock, advanceTestClock),
  delete: mutation(deleteTestClockMeta, TestClockId, DeletedTestClock, deleteTestClock),
});
