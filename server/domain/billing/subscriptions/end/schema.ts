import { z } from "zod";
import { Identifier } from "../../../../platform/schema/common.ts";

export const SubscriptionId = z.strictObject({ id: Identifier });
