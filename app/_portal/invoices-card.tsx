import { BY_INVOICE } from "../../server/platform/schema/provider.ts";
import { Badge } from "../_components/ui/badge.tsx";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { formatMoney } from "../_pricing/money.ts";

type Invoice = Awaited<ReturnType<Api["portal"]["look"]["query"]>>["invoices"][number];

/** The newest invoices with their documents. */
export async function InvoicesCard({ invoices }: { invoices: Invoice[] }) {
  const [words, locale] = [await pageWords("portal"), await pageLocale()];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (
    <section aria-labelledby="invoices" className="rounded-xl border bg-surface p-6 shadow-card">
      <h2 id="invoices" className="text-base font-semibold tracking-tight">
        {words("invoices")}
      </h2>
      {invoices.length === 0 ? (
        <p className="mt-3 text-muted">{words("noInvoices")}</p>
      ) : (
        <ul className="mt-2 divide-y">
          {invoices.map((invoice) => {
            const { id, number, total, currency, status, issued_at, created_at, pdf_url, hosted_url } =
              invoice;
            const money = (amount: number) => formatMoney(locale, amount, currency);
            const credit = invoice.amount_from_credit;
            // One that gives credit charges nothing: the credit is what counts.
            const isCredit = total < 0 && status === "PAID";
            const name = number ?? id;
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <span className="min-w-28 flex-1">
                  {pdf_url ? (
                    <a
                      href={pdf_url}
                      aria-label={`${name} (PDF)`}
                      className="inline-block py-1 font-medium underline underline-offset-2"
                    >
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                  <span className="block text-[0.8125rem] text-muted">
                    {day.format(new Date(issued_at ?? created_at))}
                  </span>
                  {credit > 0 && (
                    <span className="block text-[0.8125rem] text-muted">
                      {words("creditUsed", { total: money(total), credit: money(credit) })}
                    </span>
                  )}
                </span>
                <Documents invoice={invoice} />
                <Badge tone={status === "PAID" ? "positive" : status === "OPEN" ? "caution" : "neutral"}>
                  {words(
                    isCredit
                      ? "credit"
                      : invoice.is_overdue && invoice.provider === BY_INVOICE
                        ? "overdue"
                        : status === "DRAFT"
                          ? "OPEN"
                          : status,
                  )}
                </Badge>
                {status === "OPEN" && hosted_url && (
                  <a href={hosted_url} className="inline-block py-1 font-medium underline underline-offset-2">
                    {words("pay")}
                  </a>
                )}
                <span className="min-w-20 text-right tabular-nums">
                  {money(isCredit ? -total : total - credit)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** What was paid and taken back of an invoice, each with its document. */
async function Documents({ invoice }: { invoice: Invoice }) {
  const [words, locale] = [await pageWords("portal"), await pageLocale()];
  const money = (amount: number) => formatMoney(locale, amount, invoice.currency);
  const day = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
  const documents = [
    ...invoice.receipts.map(({ url, amount, paid_at }) => ({
      url,
      text: words("receipt", { amount: money(amount), day: day(paid_at) }),
    })),
    ...invoice.credit_notes.map(({ pdf_url: url, number, amount, issued_at }) => ({
      url,
      text: words("creditNote", { number: number ?? "", amount: money(amount), day: day(issued_at) }),
    })),
  ];
  if (documents.length === 0) return null;
  return (
    <ul className="order-last w-full text-[0.8125rem]">
      {documents.map(({ url, text }) => (
        <li key={url ?? text}>
          {url ? (
            <a href={url} className="inline-block py-1 underline underline-offset-2">
              {text}
            </a>
          ) : (
            <span className="inline-block py-1 text-muted">{text}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
