import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { createSandbox } from "./create-sandbox.ts";
import { checkLogo } from "./logos/check-logo.ts";
import { CheckedLogo, checkLogoMeta, LogoForm, UploadedLogo, uploadLogoMeta } from "./logos/logo-schema.ts";
import { uploadLogo } from "./logos/upload-logo.ts";
import { getSettings, updateSettings } from "./settings.ts";
import * as settings from "./settings-schema.ts";

/** The tenant's own branding and policies. */
export const settingsRouter = router({
  get: query(settings.getSettingsMeta, Nothing, settings.Settings, getSettings),
  update: mutation(settings.updateSettingsMeta, settings.UpdateSettings, settings.Settings, updateSettings),
  checkLogo: query(checkLogoMeta, Nothing, CheckedLogo, checkLogo),
  uploadLogo: mutation(uploadLogoMeta, LogoForm, UploadedLogo, uploadLogo),
  createSandbox: mutation(
    settings.createSandboxMeta,
    settings.CreateSandbox,
    settings.CreatedSandbox,
    (scope) => createSandbox(withoutRls(scope)),
  ),
});
