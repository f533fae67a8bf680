import { operation } from "../../platform/schema/operation.ts";

export const getTestClockMeta = operation({
  tag: "Test clocks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/test-clocks/{id}",
  summary: "Get a test clock",
  description: "Its current time, and whether it is moving.",
  errors: ["test_clock_not_found"],
});
