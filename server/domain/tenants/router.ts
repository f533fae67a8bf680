import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { pastTheWall } from "../scope.ts";
import { revokeApplication, rotateApplication, updateApplication } from "./change-application.ts";
import { createApplication } from "./create-application.ts";
import { createSandbox } from "./create-sandbox.ts";
import { giveGrant, listGrants, takeBackGrant } from "./grants.ts";
import * as grants from "./grants-schema.ts";
import { listApplications } from "./list-applications.ts";
import { rotateCallbackSecret } from "./provider-callbacks.ts";
import * as provider from "./provider-schema.ts";
import { checkProvider, connectProvider, getProviderSettings } from "./provider-settings.ts";
import * as schema from "./schema.ts";
import { getSettings, updateSettings } from "./settings.ts";
import * as settings from "./settings-schema.ts";

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

/**
 * Which other tenants may list the waitlist. A row belongs to the tenant that may read; only the one that is read writes it, past
 * row-level security, which keeps the reading side from giving itself anything.
 */
export const tenantGrantsRouter = router({
  list: tenantProcedure
    .meta(grants.listGrantsMeta)
    .input(Nothing)
    .output(grants.TenantGrants)
    .query(({ ctx }) => listGrants(pastTheWall(ctx.scope))),
  create: tenantProcedure
    .meta(grants.giveGrantMeta)
    .input(grants.GiveGrant)
    .output(grants.TenantGrant)
    .mutation(({ ctx, input }) => giveGrant(pastTheWall(ctx.scope), input)),
  delete: tenantProcedure
    .meta(grants.takeBackGrantMeta)
    .input(grants.GiveGrant)
    .output(grants.TenantGrant)
    .mutation(({ ctx, input }) => takeBackGrant(pastTheWall(ctx.scope), input)),
});

/** The tenant's own branding and policies. */
export const settingsRouter = router({
  get: tenantProcedure
    .meta(settings.getSettingsMeta)
    .input(Nothing)
    .output(settings.Settings)
    .query(({ ctx }) => getSettings(ctx.scope)),
  update: tenantProcedure
    .meta(settings.updateSettingsMeta)
    .input(settings.UpdateSettings)
    .output(settings.Settings)
    .mutation(({ ctx, input }) => updateSettings(ctx.scope, input)),
  provider: tenantProcedure
    .meta(provider.getProviderMeta)
    .input(Nothing)
    .output(provider.ProviderSettings)
    .query(({ ctx }) => getProviderSettings(ctx.scope)),
  rotateCallbacks: tenantProcedure
    .meta(provider.rotateCallbacksMeta)
    .input(provider.NoFields)
    .output(provider.RotatedCallbacks)
    .mutation(({ ctx }) => rotateCallbackSecret(ctx.scope)),
  connectProvider: tenantProcedure
    .meta(provider.connectProviderMeta)
    .input(provider.ConnectProvider)
    .output(provider.ProviderSettings)
    .mutation(({ ctx, input }) => connectProvider(ctx.scope, input)),
  checkProvider: tenantProcedure
    .meta(provider.checkProviderMeta)
    .input(provider.NoFields)
    .output(provider.ProviderSettings)
    .mutation(({ ctx }) => checkProvider(ctx.scope)),
  createSandbox: tenantProcedure
    .meta(settings.createSandboxMeta)
    .input(settings.CreateSandbox)
    .output(settings.CreatedSandbox)
    .mutation(({ ctx }) => createSandbox(pastTheWall(ctx.scope))),
});
