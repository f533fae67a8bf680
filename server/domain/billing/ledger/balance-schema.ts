import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";

const sums = {
  credit: Amount.meta({
    description:
      "What is left of the customer's credit, in the minor unit; the next invoice uses it. Credit in an account or mode of the card provider that the tenant left is held. Below 0: the customer owes it, because an invoice was too small to be charged by card; the next one asks for it.",
  }),
  waiting: Amount.meta({
    description:
      "What is owed and on no issued invoice yet, in the minor unit, without what is held. Below 0: more is given back than owed, such as by a credit note; the next invoice uses it as it does credit.",
  }),
  held: Amount.meta({ description: "What is held for a decision, in the minor unit." }),
  receivable: Amount.meta({ description: "What is left to pay on open invoices, in the minor unit." }),
};

const ProviderBalance = z
  .object({
    provider: z.enum(PROVIDERS).meta({ description: "Who invoices it." }),
    ...sums,
  })
  .meta({ id: "ProviderBalance" });

const CurrencyBalance = z
  .object({
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    ...sums,
    providers: z.array(ProviderBalance).meta({ description: "The same by provider." }),
  })
  .meta({ id: "CurrencyBalance" });

export const CustomerBalance = z
  .object({
    customer_id: z.string().meta({ description: "Whose balance it is." }),
    balances: z
      .array(CurrencyBalance)
      .meta({ description: "One for each currency in which the customer was ever charged." }),
  })
  .meta({ id: "CustomerBalance" });

export const BalanceOf = z.strictObject({
  id: Identifier.meta({ description: "Our cus_ id of the customer, or the tenant's own identifier." }),
});

export const getBalanceMeta = operation({
  method: "GET",
  path: "/v1/billing/customers/{id}/balance",
  tag: "Billing",
  summary: "Get a customer's balance",
  description: "Credit, what waits, what is held and what is left to pay, per currency, from the journal.",
  security: "app+jwt",
  errors: ["customer_not_found"],
});
