import { z } from "zod";
import { Identifier } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { DRIFT_PATH } from "./schema.ts";

export const DriftMendId = z.strictObject({ id: Identifier });

export const undoMendMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: `${DRIFT_PATH}/mends/{id}/undo`,
  isAtomic: true,
  summary: "Undo a mend",
  description:
    "Restores the side that was changed; a subscription that was adopted ends here. The hourly job leaves the returning difference alone.",
  errors: [
    "subscription_exists",
    "card_provider_account_mismatch",
    "drift_mend_not_reversible",
    "drift_mend_not_found",
    ...PROVIDER_ERRORS,
  ],
});
