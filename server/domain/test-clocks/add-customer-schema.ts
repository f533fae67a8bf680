import { z } from "zod";
import { Identifier } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { CustomerSummary, customerFields } from "../customers/schema.ts";

export const AddCustomer = z
  .strictObject({ id: Identifier, customer: customerFields.customer, email: customerFields.email })
  .meta({ id: "AddTestClockCustomerRequest" });

export const AddedCustomer = CustomerSummary;

export const addCustomerMeta = operation({
  tag: "Test clocks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/test-clocks/{id}/customers",
  status: 201,
  summary: "Add a customer to a test clock",
  description: "Creates a customer who lives in the clock's time. Idempotent.",
  errors: [
    "customer_not_found",
    "test_clock_not_found",
    "customer_not_on_test_clock",
    "test_clock_customers_limit_reached",
  ],
});
