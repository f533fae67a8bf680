import type { CorrectionRequest } from "../../../platform/database/client/client.ts";
import type { CardProvider, InvoiceAmount } from "../../../providers/port.ts";
import { ProviderRequest } from "./provider-request.ts";

/** What the card provider is asked for by a request. */
export interface Order {
  what: string;
  /** Makes it and returns its id there; once, under the request's key. */
  make: () => Promise<string>;
  /** The id of what was made under the request's key; null: nothing was. */
  find: () => Promise<string | null>;
  /** Removes what was begun and is not made. */
  giveUp: () => Promise<void>;
}

type Request = Pick<CorrectionRequest, "id" | "plan"> & {
  invoice: { providerInvoiceId: string | null } | null;
};

/** The order of a request; its amounts, lines and moments are the same each time. */
export function orderOf(provider: CardProvider, { id: key, plan: stored, invoice }: Request): Order {
  const plan = ProviderRequest.parse(stored);
  const invoiceId = invoice?.providerInvoiceId ?? "";
  switch (plan.kind) {
    case "REFUND": {
      const { paymentId, amount } = plan;
      return {
        what: "refund",
        make: () => provider.createRefund({ key, paymentId, amount: BigInt(amount) }),
        find: () => provider.findRefund({ key, paymentId }),
        giveUp: async () => {},
      };
    }
    case "CREDIT_NOTE": {
      const { amount, lines, toBalance, toRefund, outside, reason } = plan;
      return {
        what: "credit note",
        make: () =>
          provider.createCreditNote({
            key,
            invoiceId,
            reason,
            amount: amount === null ? null : BigInt(amount),
            lines: lines.map((line) => ({ ...line, amount: BigInt(line.amount) })),
            toBalance: BigInt(toBalance),
            toRefund: BigInt(toRefund),
            outside: BigInt(outside),
          }),
        find: () => provider.findCreditNote({ key, invoiceId }),
        giveUp: async () => {},
      };
    }
    case "ONE_OFF": {
      const { customerId, paymentMethodId, currency, hasAutomaticTax } = plan;
      const items = itemsOf(key, plan);
      return {
        what: "invoice",
        make: () =>
          provider.invoiceOnce({ key, customerId, paymentMethodId, currency, items, hasAutomaticTax }),
        find: () => provider.findIssued({ key, customerId }),
        giveUp: () => provider.dropDraft({ key, customerId }),
      };
    }
  }
}

/** The lines of a one-off invoice as the provider is asked for them. */
export function itemsOf(
  key: string,
  {
    currency,
    lines,
    at,
    taxBehavior,
  }: Pick<Extract<ProviderRequest, { kind: "ONE_OFF" }>, "currency" | "lines" | "at" | "taxBehavior">,
): InvoiceAmount[] {
  const moment = new Date(at);
  return lines.map(({ description, amount }, index) => ({
    key: `${key}:${index + 1}`,
    description,
    amount: BigInt(amount),
    currency,
    periodStart: moment,
    periodEnd: moment,
    taxBehavior,
  }));
}
