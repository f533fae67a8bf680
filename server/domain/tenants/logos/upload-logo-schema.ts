import { z } from "zod";
import { internalOperation } from "../../../platform/schema/operation.ts";

/** A form with the picture's unchanged bytes. */
export const LogoForm = z
  .custom<FormData>((value) => value instanceof FormData)
  .transform((form) => Object.fromEntries(form))
  .pipe(z.strictObject({ file: z.instanceof(File) }));

export const UploadedLogo = z.object({
  logo_url: z.string().meta({ description: "Its address, for the setting of the same name." }),
});

export const uploadLogoMeta = internalOperation({ role: "ADMIN" });
