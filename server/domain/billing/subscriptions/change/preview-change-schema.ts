import { z } from "zod";
import { Identifier } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { CHANGE_ERRORS, drivers, effective, promotion_code } from "./schema.ts";

export const PreviewChange = z
  .strictObject({ id: Identifier, plan_price_id: Identifier, drivers, effective, promotion_code })
  .meta({ id: "PreviewPlanChangeRequest" });

export const previewChangeMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
  path: "/v1/billing/subscriptions/{id}/change-plan/preview",
  isAtomic: true,
  status: 201,
  isForEndUsers: true,
  role: "SUPPORT",
  summary: "Preview a change of plan",
  description:
    "What it would charge now and next, line by line. change-plan with the quote's id charges exactly that, or refuses; a quote is valid for 15 minutes. The price that it has already, with the same drivers, costs nothing, as change-plan then changes nothing but that what was to come is dropped. `drops` names the change that is dropped.",
  errors: CHANGE_ERRORS,
  throttle: { points: 60, seconds: 600 },
});
