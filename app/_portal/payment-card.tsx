import { CreditCard } from "lucide-react";
import { Button } from "../_components/ui/button.tsx";
import { pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { brandName } from "../_lib/card-brand.ts";

type Cards = Awaited<ReturnType<Api["paymentMethods"]["list"]["query"]>>["data"];

/** The card that is charged, with a link to change it. */
export async function PaymentCard({
  cards,
  slug,
  mayChange,
}: {
  cards: Cards;
  slug: string;
  mayChange: boolean;
}) {
  const words = await pageWords("portal");
  const card = cards.find(({ is_default }) => is_default) ?? cards[0];
  return (
    <section aria-labelledby="card" className="rounded-xl border bg-surface p-6 shadow-card">
      <h2 id="card" className="text-base font-semibold tracking-tight">
        {words("card")}
      </h2>
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
            </span>
          </p>
        ) : (
          <p className="text-muted">{words("noCard")}</p>
        )}
        {mayChange && (
          <Button asChild variant="secondary" className="h-10 px-4">
            <a href={`/p/${slug}/portal/card`}>{words(card ? "changeCard" : "addCard")}</a>
          </Button>
        )}
      </div>
    </section>
  );
}
