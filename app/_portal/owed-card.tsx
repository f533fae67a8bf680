import { mailtoLink, showEmail } from "../../server/platform/show-email.ts";
import { buttonLook } from "../_components/ui/button.tsx";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { cn } from "../_lib/cn.ts";
import { formatMoney } from "../_pricing/money.ts";
import { CopyValue } from "./copy-value.tsx";

type Owed = Awaited<ReturnType<Api["portal"]["look"]["query"]>>["owed"][number];

interface Props {
  owed: Owed;
  slug: string;
  /** The tenant. */
  seller: { name: string; supportEmail: string | null };
  /** Whether it is the first of the page. */
  isPrimary: boolean;
}

/** What is left to pay of an invoice, since or until when, and the way to pay it: a page that takes a card, or the bank details. */
export async function OwedCard({ owed, slug, seller, isPrimary }: Props) {
  const [words, locale] = [await pageWords("portal"), await pageLocale()];
  const { invoice_id: id, number, due_at: due, is_overdue: isOverdue } = owed;
  const amount = formatMoney(locale, owed.amount, owed.currency);
  const date = due === null ? null : new Date(due);
  const look = cn(buttonLook({ variant: isPrimary ? "primary" : "secondary" }), "h-10 px-4");
  return (
    <section aria-labelledby={`${id} ${id}-number`} className="rounded-xl border bg-surface p-6 shadow-card">
      <h2 id={id} className={cn("text-base font-semibold tracking-tight", isOverdue && "text-negative")}>
        {date === null
          ? words("owes", { amount })
          : words(isOverdue ? "owesSince" : "owesBy", { amount, date })}
      </h2>
      {number !== null && (
        <p id={`${id}-number`} className="text-muted">
          {words("forInvoice", { number })}
        </p>
      )}
      <div className="mt-4">
        {owed.is_by_transfer ? (
          <HowToPay {...{ owed, seller, amount, look }} />
        ) : (
          <a href={owed.hosted_url ?? `/p/${slug}/portal/card?currency=${owed.currency}`} className={look}>
            {words("payAmount", { amount })}
          </a>
        )}
      </div>
    </section>
  );
}

interface HowToPayProps extends Pick<Props, "owed" | "seller"> {
  amount: string;
  look: string;
}

/** The bank details behind a button, each part to be copied; whom to ask, and the invoice itself, where it says none. */
async function HowToPay({ owed, seller, amount, look }: HowToPayProps) {
  const words = await pageWords("portal");
  const { how_to_pay: details, number, pdf_url: pdf } = owed;
  const { name: tenant, supportEmail: email } = seller;
  if (details === null)
    return (
      <>
        <p className="mb-3 text-pretty wrap-anywhere">
          {email === null
            ? words("transferAsk", { tenant })
            : words.rich("transferAskMail", {
                tenant,
                email: () => (
                  <a href={mailtoLink(email)} className="underline underline-offset-2">
                    {showEmail(email)}
                  </a>
                ),
              })}
        </p>
        <a href={pdf} className={look}>
          {words("openInvoice")}
        </a>
      </>
    );
  const rows: [string, string][] = [
    [words("transferTo"), details],
    [words("transferAmount"), amount],
    ...(number === null ? [] : ([[words("transferReference"), number]] satisfies [string, string][])),
  ];
  return (
    <details>
      <summary className={cn(look, "cursor-pointer list-none [&::-webkit-details-marker]:hidden")}>
        {words("howToPay", { amount })}
      </summary>
      <dl className="mt-4 divide-y border-y">
        {rows.map(([name, value]) => (
          <div key={name} className="py-2.5">
            <dt className="text-[0.8125rem] text-muted">{name}</dt>
            <dd className="flex items-start justify-between gap-4">
              <span className="min-w-0 font-medium break-words whitespace-pre-line">{value}</span>
              <CopyValue value={value} name={words("copyValue", { name })} copied={words("copied")} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[0.8125rem] text-pretty text-muted">{words("transferTakes")}</p>
      <a href={pdf} className="mt-2 inline-block py-1 text-[0.8125rem] underline underline-offset-2">
        {words("openInvoice")}
      </a>
    </details>
  );
}
