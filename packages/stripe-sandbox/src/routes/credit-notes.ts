import type Stripe from "stripe";
import { issueCreditNote, voidCreditNote } from "../billing/credit-notes.ts";
import { change } from "../events.ts";
import { invalid } from "../wire/failure.ts";
import { Metadata, paging, pagingByDate, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { composeNote, creditNoteFields } from "./compose-credit-note.ts";
import { type Call, idOf, type Route } from "./route.ts";

const KIND = "credit_note";
const PATH = "/v1/credit_notes";

/** https://docs.stripe.com/invoicing/integration/programmatic-credit-notes */
async function create({ store, params }: Call): Promise<Stripe.CreditNote> {
  const { note, invoice, settlement } = await composeNote(store, read(creditNoteFields, params));
  return issueCreditNote(store, invoice, note, settlement);
}

/** What `create` would make; nothing is written. */
async function preview({ store, params }: Call): Promise<Stripe.CreditNote> {
  return (await composeNote(store, read(creditNoteFields, params))).note;
}

async function previewLines({ store, params }: Call) {
  const { limit, starting_after, ending_before, ...input } = read({ ...creditNoteFields, ...paging }, params);
  const { note } = await composeNote(store, input);
  return pageOf({ ...note.lines, url: `${PATH}/preview/lines` }, { limit, starting_after, ending_before });
}

function load(call: Call): Promise<Stripe.CreditNote> {
  return call.store.get<Stripe.CreditNote>(KIND, idOf(call));
}

async function retrieve(call: Call): Promise<Stripe.CreditNote> {
  read({}, call.params);
  return load(call);
}

async function update(call: Call): Promise<Stripe.CreditNote> {
  const shape = parametersOf<Stripe.CreditNoteUpdateParams>()({
    memo: Text.optional(),
    metadata: Metadata.optional(),
  });
  const { memo, metadata } = read(shape, call.params);
  const before = await load(call);
  return change<Stripe.CreditNote>(call.store, "credit_note.updated", before, {
    ...before,
    memo: memo ?? before.memo,
    metadata: mergeMetadata(before.metadata, metadata),
  });
}

/** Only while its invoice is open: https://docs.stripe.com/billing/invoices/credit-notes#voiding. */
async function voidNote(call: Call): Promise<Stripe.CreditNote> {
  read({}, call.params);
  const note = await load(call);
  if (note.status === "void") throw invalid(`Credit note ${note.id} is already void.`);
  const invoice = await call.store.get<Stripe.Invoice>("invoice", String(note.invoice));
  if (note.type !== "pre_payment" || invoice.status !== "open")
    throw invalid("You can only void a credit note if the associated invoice is open.");
  return voidCreditNote(call.store, note, invoice);
}

async function lines(call: Call) {
  const page = read(paging, call.params);
  return pageOf((await load(call)).lines, page);
}

/** One page of lines, in their order. */
function pageOf(
  { data, ...list }: Stripe.ApiList<Stripe.CreditNoteLineItem>,
  page: {
    limit?: number | undefined;
    starting_after?: string | undefined;
    ending_before?: string | undefined;
  },
) {
  const { limit = 10, starting_after: after, ending_before: before } = page;
  const end = before === undefined ? data.length : data.findIndex(({ id }) => id === before);
  const from =
    before === undefined
      ? after === undefined
        ? 0
        : data.findIndex(({ id }) => id === after) + 1
      : Math.max(0, end - limit);
  const shown = data.slice(from, Math.min(end, from + limit));
  return { ...list, data: shown, has_more: before === undefined ? data.length > from + limit : from > 0 };
}

function list({ store, params }: Call) {
  const shape = parametersOf<Stripe.CreditNoteListParams>()({
    ...pagingByDate,
    customer: Text.optional(),
    invoice: Text.optional(),
  });
  const { customer, invoice, ...page } = read(shape, params);
  const where = { ...(customer !== undefined && { customer }), ...(invoice !== undefined && { invoice }) };
  return store.list<Stripe.CreditNote>(KIND, PATH, { ...page, where });
}

export const creditNoteRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: list },
  { method: "GET", path: `${PATH}/preview`, handle: preview },
  { method: "GET", path: `${PATH}/preview/lines`, handle: previewLines },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "GET", path: `${PATH}/:id/lines`, handle: lines },
  { method: "POST", path: `${PATH}/:id/void`, handle: voidNote },
];
