import type Stripe from "stripe";
import { money } from "../billing/lines.ts";
import { reading } from "../transaction.ts";
import { messagePage } from "./html.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";

/** `/i/{account}/{invoice}`: says what is owed, for who follows an invoice's hosted_invoice_url. */
export async function serveInvoice({ pool, baseUrl }: Parts, { url }: PageRequest): Promise<Page> {
  const [, , account = "", id = ""] = url.pathname.split("/");
  const cause = { requestId: null, idempotencyKey: null, baseUrl };
  const invoice = await reading({ pool, account, cause }, (store) =>
    store.find<Stripe.Invoice>("invoice", id),
  );
  if (!invoice || invoice.number === null) return notFound();
  const owed = money(invoice.amount_remaining, invoice.currency);
  const total = money(invoice.total, invoice.currency);
  return {
    status: 200,
    html: messagePage(`Invoice ${invoice.number}`, `Total ${total}, ${invoice.status}, ${owed} to be paid.`),
  };
}
