import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";

export const PlanPriceId = z.strictObject({ plan_price_id: Identifier });
