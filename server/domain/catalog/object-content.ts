import type { z } from "zod";
import type { Feature, Plan, PlanPrice, Product } from "./schema.ts";

// The objects of the catalog by what they say, without ids and times: as they are created and compared, also between tenants.

type Stamps = "created_at" | "updated_at" | "archived_at";

export type FeatureContent = Omit<z.output<typeof Feature>, "id" | Stamps>;
export type ProductContent = Omit<z.output<typeof Product>, "id" | "free_plan_id" | Stamps>;
export type PlanContent = Omit<z.output<typeof Plan>, "id" | "product_id" | "includes_plan_id" | Stamps>;
/** amount in minor units of the currency. */
export type PriceContent = Omit<z.output<typeof PlanPrice>, "id" | "plan_id" | Stamps>;
