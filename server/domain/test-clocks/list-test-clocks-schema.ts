import { z } from "zod";
import { pageOf, pageQuery } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { TestClock } from "./schema.ts";

export const ListTestClocks = z.strictObject({ ...pageQuery });

export const TestClockPage = pageOf(TestClock);

export const listTestClocksMeta = operation({
  tag: "Test clocks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/test-clocks",
  summary: "List test clocks",
  description: "Newest first.",
});
