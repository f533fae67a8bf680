import { CreditCard } from "lucide-react";
import { Button } from "../_components/ui/button.tsx";
import { pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { brandName } from "../_lib/card-brand.ts";

type Cards = Awaited<ReturnType<Api["paymentMethods"]["list"]["query"]>>["data"];

interface PaymentCardProps {
  cards: Cards;
  /** The currencies in which the customer is charged by card. */
  paidIn: string[];
  slug: string;
  mayChange: boolean;
}

/** The card that is charged, with a link to change it: one for each currency, because a card pays in one currency. */
export async function PaymentCard({ cards, paidIn, slug, mayChange }: PaymentCardProps) {
  const words = await pageWords("portal");
  const named = new Set([...paidIn, ...cards.flatMap(({ currency }) => currency ?? [])]);
  const rows = named.size > 1 ? [...named] : [null];
  return (
    <section aria-labelledby="card" className="rounded-xl border bg-surface p-6 shadow-card">
      <h2 id="card" className="text-base font-semibold tracking-tight">
        {words("card")}
      </h2>
      {rows.map((currency) => (
        <ChargedCard
          key={currency}
          cards={cards.filter((card) => currency === null || card.currency === currency)}
          currency={currency}
          slug={slug}
          mayChange={mayChange}
        />
      ))}
    </section>
  );
}

/** The default card of a currency; null: of the only one. */
async function ChargedCard({
  cards,
  currency,
  slug,
  mayChange,
}: Omit<PaymentCardProps, "paidIn"> & { currency: string | null }) {
  const words = await pageWords("portal");
  const card = cards.find(({ is_default }) => is_default) ?? cards[0];
  const change = words(card ? "changeCard" : "addCard");
  const what = currency && words("cardFor", { currency });
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-4">
      {card ? (
        <p className="flex items-center gap-3">
          <CreditCard aria-hidden className="size-5 text-muted" />
          <span>
            <span className="block">
              {words("cardEnding", { brand: brandName(card.brand), last4: card.last4 })}
            </span>
            <span className="block text-[0.8125rem] text-muted">
              {words("cardExpires", {
                month: String(card.exp_month).padStart(2, "0"),
                year: String(card.exp_year),
              })}
            </span>
            {what && <span className="block text-[0.8125rem] text-muted">{what}</span>}
          </span>
        </p>
      ) : (
        <p className="text-muted">
          <span className="block">{words("noCard")}</span>
          {what && <span className="block text-[0.8125rem]">{what}</span>}
        </p>
      )}
      {mayChange && (
        <Button asChild variant="secondary" className="h-10 px-4">
          <a
            href={`/p/${slug}/portal/card${currency ? `?currency=${currency}` : ""}`}
            {...(what && { "aria-label": `${change}: ${what}` })}
          >
            {change}
          </a>
        </Button>
      )}
    </div>
  );
}
