import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import * as schema from "../tenants/schema.ts";
import { revokeApplication, rotateApplication, updateApplication } from "./change-application.ts";
import { createApplication } from "./create-application.ts";
import { listApplications } from "./list-applications.ts";

/** Applications: the callers of the API. */
export const applicationsRouter = router({
  create: mutation(
    schema.createApplicationMeta,
    schema.CreateApplication,
    schema.ApplicationWithSecrets,
    createApplication,
  ),
  list: query(schema.listApplicationsMeta, schema.ListApplications, schema.ApplicationPage, listApplications),
  update: mutation(
    schema.updateApplicationMeta,
    schema.UpdateApplication,
    schema.Application,
    updateApplication,
  ),
  rotate: mutation(
    schema.rotateApplicationMeta,
    schema.RotateApplication,
    schema.ApplicationWithSecrets,
    rotateApplication,
  ),
  revoke: mutation(schema.revokeApplicationMeta, schema.ApplicationId, schema.Application, revokeApplication),
});
