import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";

export const PlanId = z.strictObject({ plan_id: Identifier });
