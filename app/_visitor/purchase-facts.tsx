import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { CheckoutProgress } from "../../server/http/pages-contract.ts";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import { brandName } from "../_lib/card-brand.ts";
import { formatMoney } from "../_pricing/money.ts";
import { SettingUp } from "./setting-up.tsx";

/** What was bought: plan, price, what it holds, the next charge, and for a while the card and the receipt. */
export async function PurchaseFacts({ checkout }: { checkout: CheckoutProgress }) {
  const [words, pricing, portal] = [
    await pageWords("checkout"),
    await pageWords("pricing"),
    await pageWords("portal"),
  ];
  const locale = await pageLocale();
  const { purchase, own } = checkout;
  if (!purchase) return null;
  const { name, amount, currency, interval, quantities, isTrial, nextChargeAt } = purchase;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const number = new Intl.NumberFormat(locale);
  const price = amount === 0 ? pricing("free") : formatMoney(locale, amount, currency);
  const per = pricing(`per${interval}`);
  return (
    <dl className="divide-y border-y text-left">
      <Fact name={words("plan")} value={<span className="font-medium">{name}</span>} />
      {quantities.map((one) => (
        <Fact key={one.name} name={one.name} value={number.format(one.quantity)} />
      ))}
      <Fact
        name={words("price")}
        value={
          <>
            <span className="font-medium">{price}</span>{" "}
            {amount > 0 && <span className="text-muted">{per}</span>}
          </>
        }
      />
      {nextChargeAt && (
        <Fact
          name={words(isTrial ? "freeUntil" : "nextCharge")}
          value={
            <>
              {day.format(nextChargeAt)}
              {isTrial && (
                <span className="block text-[0.8125rem] text-muted">
                  {words("thenPrice", { price, per })}
                </span>
              )}
            </>
          }
        />
      )}
      {own?.card && (
        <Fact
          name={portal("card")}
          value={portal("cardEnding", { brand: brandName(own.card.brand), last4: own.card.last4 })}
        />
      )}
      {own?.receiptUrl && (
        <Fact
          name={words("receipt")}
          value={
            <a
              href={own.receiptUrl}
              className="inline-flex min-h-6 items-center gap-1.5 rounded font-medium text-link underline underline-offset-2"
            >
              <Download aria-hidden className="size-4" />
              {words("openReceipt")}
            </a>
          }
        />
      )}
      {own?.awaitsReceipt && (
        <Fact
          name={words("receipt")}
          value={<SettingUp moment={words("receiptSoon")} slow={words("receiptByMail")} />}
        />
      )}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{value}</dd>
    </div>
  );
}
