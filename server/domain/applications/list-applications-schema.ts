import { z } from "zod";
import { pageOf, pageQuery } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { Application } from "../tenants/schema.ts";

export const ListApplications = z.strictObject({ ...pageQuery });

export const ApplicationPage = pageOf(Application);

export const listApplicationsMeta = operation({
  tag: "Applications",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/applications",
  summary: "List applications",
  description: "The tenant's applications, newest first, without their secrets.",
});
