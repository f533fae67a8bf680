import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { issuesForApi } from "./api-words.ts";

/**
 * The refusal of an input: fields_unknown when unknown fields are all that is wrong, else fields_invalid. Its issues name each field by its
 * path, once.
 */
export function inputError(error: z.core.$ZodError): ApiError {
  const issues = issuesForApi(error);
  const isOnlyUnknown = error.issues.every(({ code }) => code === "unrecognized_keys");
  if (issues.length === 0 || !isOnlyUnknown) return new ApiError("fields_invalid", { issues });
  return new ApiError("fields_unknown", {
    issues,
    details: { fields: issues.map(({ path }) => path).join(", ") },
  });
}
