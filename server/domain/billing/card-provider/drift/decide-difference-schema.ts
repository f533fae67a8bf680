import { z } from "zod";
import { text } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { DifferenceAction, DifferenceKind, DRIFT_PATH } from "./schema.ts";

export const DecideDifference = z
  .strictObject({ kind: DifferenceKind, provider_subscription_id: text(255), action: DifferenceAction })
  .meta({ id: "DecideDifferenceRequest" });

export const decideDifferenceMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: `${DRIFT_PATH}/decide`,
  isAtomic: true,
  summary: "Decide about one difference to the card provider",
  description:
    "Carries out a person's decision about a difference, after reading both sides again. It is stored and can be undone.",
  errors: [
    "subscription_not_found",
    "subscription_exists",
    "drift_stale",
    "card_provider_account_mismatch",
    ...PROVIDER_ERRORS,
  ],
});
