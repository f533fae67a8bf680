import type Stripe from "stripe";
import { intentOf } from "../billing/invoices.ts";
import { confirmPayment } from "../billing/payments.ts";
import { takeOwners } from "../locking.ts";
import { concluded } from "../routes/payment-intents.ts";
import { cardOf } from "../routes/payment-methods.ts";
import type { Store } from "../store.ts";
import { reading, writing } from "../transaction.ts";
import { Failure } from "../wire/failure.ts";
import { authenticationPage, invoicePage } from "./html.ts";
import { linesOf, printedRows, statusOf, sumsOf } from "./invoice-rows.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";
import { makePdf } from "./pdf.ts";
import { typedCard } from "./typed-card.ts";

/** `/i/{account}/{invoice}`: an invoice's hosted_invoice_url, where it can be paid; with `/pdf` behind it, its invoice_pdf. */
export async function serveInvoice(parts: Parts, { url, form }: PageRequest): Promise<Page> {
  const [, , account = "", id = "", suffix = ""] = url.pathname.split("/");
  const cause = { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl };
  const where = { ...parts, account, cause };
  if (form) {
    const paid = await writing(where, (store) => pay(store, id, form));
    if (typeof paid !== "string") return paid ?? { location: url.pathname };
    return reading(where, (store) => show(store, id, paid));
  }
  return reading(where, (store) => (suffix === "pdf" ? print(store, id) : show(store, id, null)));
}

/** A finalized invoice; drafts have no page. */
async function load(store: Store, id: string): Promise<Stripe.Invoice | null> {
  const invoice = await store.find<Stripe.Invoice>("invoice", id);
  return invoice?.number === null ? null : invoice;
}

async function print(store: Store, id: string): Promise<Page> {
  const invoice = await load(store, id);
  if (!invoice) return notFound();
  const name = `Invoice-${invoice.number}`;
  return { pdf: makePdf(name, printedRows(invoice)), name: `${name}.pdf` };
}

async function show(store: Store, id: string, message: string | null): Promise<Page> {
  const invoice = await load(store, id);
  if (!invoice) return notFound();
  const facts = {
    title: `Invoice ${invoice.number}`,
    status: statusOf(invoice),
    rows: [...linesOf(invoice), ...sumsOf(invoice)],
    pdf: invoice.invoice_pdf ?? null,
    isPayable: invoice.status === "open",
  };
  return { status: message === null ? 200 : 402, html: invoicePage(facts, message) };
}

/** Charges the card that was typed; answers why not, as a text, or a page of the card's bank. What the attempt wrote stays. */
async function pay(store: Store, id: string, form: URLSearchParams): Promise<Page | string | null> {
  await takeOwners(store, [id]);
  const invoice = await load(store, id);
  const intent = invoice && (await intentOf(store, invoice));
  if (!invoice || !intent) return notFound();
  if (invoice.status !== "open") return null;
  const answer = form.get("authentication");
  if (answer === "fail") return "We could not authenticate your card. Try another one.";
  try {
    const method = await typedCard(store, form);
    if (answer === null && (await cardOf(store, method)).card.confirmation !== undefined)
      return { status: 200, html: authenticationPage({ payment_method: method.id }, null) };
    const how = { isOffSession: false, isAuthenticated: answer !== null };
    await concluded(store, await confirmPayment(store, intent, method, how), method);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
