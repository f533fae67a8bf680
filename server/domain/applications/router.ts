import { router, tenantProcedure } from "../../trpc/init.ts";
import * as schema from "../tenants/schema.ts";
import { revokeApplication, rotateApplication, updateApplication } from "./change-application.ts";
import { createApplication } from "./create-application.ts";
import { listApplications } from "./list-applications.ts";

/** Applications: the callers of the API. */
export const applicationsRouter = router({
  create: tenantProcedure
    .meta(schema.createApplicationMeta)
    .input(schema.CreateApplication)
    .output(schema.ApplicationWithSecrets)
    .mutation(({ ctx, input }) => createApplication(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listApplicationsMeta)
    .input(schema.ListApplications)
    .output(schema.ApplicationPage)
    .query(({ ctx, input }) => listApplications(ctx.scope, input)),
  update: tenantProcedure
    .meta(schema.updateApplicationMeta)
    .input(schema.UpdateApplication)
    .output(schema.Application)
    .mutation(({ ctx, input }) => updateApplication(ctx.scope, input)),
  rotate: tenantProcedure
    .meta(schema.rotateApplicationMeta)
    .input(schema.RotateApplication)
    .output(schema.ApplicationWithSecrets)
    .mutation(({ ctx, input }) => rotateApplication(ctx.scope, input)),
  revoke: tenantProcedure
    .meta(schema.revokeApplicationMeta)
    .input(schema.ApplicationId)
    .output(schema.Application)
    .mutation(({ ctx, input }) => revokeApplication(ctx.scope, input)),
});
