"use client";

import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Api } from "../../../_lib/api.ts";
import { useAction } from "../../../_lib/use-loaded.ts";
import { type StartInput, startRequest } from "./start-form.ts";

/** Starts the subscription, or makes the link to the page on which the customer enters a card. */
export function useStart(form: UseFormReturn<FieldValues>) {
  return useAction(
    async (api, input: StartInput) => {
      const customer = await customerOf(api, input);
      // A start that is refused leaves the customer there: it is tried again for them.
      if (input.who === "NEW") {
        form.setValue("who", "KNOWN");
        form.setValue("customer", customer);
      }
      if (input.payment !== "LINK") {
        const { id: subscription } = await api.subscriptions.create.mutate(startRequest(input, customer));
        return { subscription };
      }
      const { plan_price_id, drivers, email } = input;
      const { url } = await api.checkout.create.mutate({ customer, plan_price_id, drivers, email });
      return { url, customer };
    },
    {
      done: (made) =>
        "subscription" in made ? "The subscription has started." : "The checkout link was created.",
      isQuiet: true,
      leaves: true,
    },
  );
}

/** The customer's id; one who is new is made first. */
async function customerOf(
  api: Api,
  { who, customer = "", email, name, identifier }: StartInput,
): Promise<string> {
  if (who === "KNOWN") return customer;
  const made = await api.customers.create.mutate({ customer: identifier ?? email ?? "", email, name });
  return made.id;
}
