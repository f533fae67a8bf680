import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  id?: string | undefined;
  name: string;
  description: string | null;
  metadata: Stripe.Metadata;
  isActive: boolean;
}

export function makeProduct(now: number, facts: Facts): Stripe.Product {
  return {
    id: facts.id ?? newId("prod"),
    object: "product",
    active: facts.isActive,
    created: now,
    default_price: null,
    description: facts.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: facts.metadata,
    name: facts.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
}
