import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";
import { CustomerSummary } from "../customers/schema.ts";

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    customer: CustomerSummary.nullable().meta({
      description: "The customer whose entitlements the user has.",
    }),
    created_at: Timestamp,
  })
  .meta({ id: "User" });
