import { z } from "zod";
import { operation } from "../../../platform/schema/operation.ts";
import { PUBLIC_DATA } from "../../../platform/schema/throttles.ts";

export const CardForm = z
  .object({
    publishable_key: z
      .string()
      .meta({ description: "Initializes the card provider's script in the browser." }),
    script_url: z.url().nullable().meta({
      description: "The script to load in place of the provider's own; null: the provider's own.",
    }),
  })
  .meta({ id: "CardForm" });

export const describeCardFormMeta = operation({
  method: "GET",
  path: "/v1/billing/cardprovider/card-form",
  tag: "Billing",
  security: "app",
  isForBrowsers: true,
  summary: "Get what a card form is opened with",
  description:
    "For pages that show the card provider's fields themselves, instead of embedding our card form.",
  errors: ["card_provider_not_connected"],
  throttle: PUBLIC_DATA,
});
