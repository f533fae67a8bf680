import { internalOperation } from "../../platform/schema/operation.ts";

export const retryMailMeta = internalOperation({
  role: "ADMIN",
  errors: ["mail_not_found", "mail_status_conflict", "mail_link_expired"],
});
