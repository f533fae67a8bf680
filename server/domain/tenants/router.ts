import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { createSandbox } from "./create-sandbox.ts";
import { CreatedSandbox, CreateSandbox, createSandboxMeta } from "./create-sandbox-schema.ts";
import { checkLogo } from "./logos/check-logo.ts";
import { CheckedLogo, checkLogoMeta } from "./logos/check-logo-schema.ts";
import { uploadLogo } from "./logos/upload-logo.ts";
import { LogoForm, UploadedLogo, uploadLogoMeta } from "./logos/upload-logo-schema.ts";
import { Settings } from "./schema.ts";
import { getSettings, updateSettings } from "./settings.ts";
import { getSettingsMeta, UpdateSettings, updateSettingsMeta } from "./settings-schema.ts";

/** The tenant's own branding and policies. */
export const settingsRouter = router({
  get: query(getSettingsMeta, Nothing, Settings, getSettings),
  update: mutation(updateSettingsMeta, UpdateSettings, Settings, updateSettings),
  checkLogo: query(checkLogoMeta, Nothing, CheckedLogo, checkLogo),
  uploadLogo: mutation(uploadLogoMeta, LogoForm, UploadedLogo, uploadLogo),
  createSandbox: mutation(createSandboxMeta, CreateSandbox, CreatedSandbox, (scope) =>
    createSandbox(withoutRls(scope)),
  ),
});
