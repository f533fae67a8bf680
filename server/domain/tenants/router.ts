import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { createSandbox } from "./create-sandbox.ts";
import { getSettings, updateSettings } from "./settings.ts";
import * as settings from "./settings-schema.ts";

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
  createSandbox: tenantProcedure
    .meta(settings.createSandboxMeta)
    .input(settings.CreateSandbox)
    .output(settings.CreatedSandbox)
    .mutation(({ ctx }) => createSandbox(withoutRls(ctx.scope))),
});
