import { pageWords } from "../_i18n/translator.ts";
import { formatMoney } from "./money.ts";
import type { Interval } from "./offer.ts";
import type { Order } from "./order.ts";

/** The items of the order with their prices; a trial is shown before the price. */
export async function OrderSummary({ order, locale }: { order: Order; locale: string }) {
  const words = await pageWords("pricing");
  const { product, plan, price, drivers, total } = order;
  const money = (amount: number) => formatMoney(locale, amount, price.currency);
  // The API's intervals are these four.
  const per = words(`per${price.interval as Interval}`);
  const { trial_days: days, trial_needs_card: needsCard } = price;
  const number = new Intl.NumberFormat(locale);
  return (
    <div className="text-foreground">
      <div className="mt-4 rounded-lg bg-subtle p-4">
        <dl>
          <Line
            name={`${product.name} ${plan.name}`}
            amount={price.amount === 0 ? words("free") : money(price.amount)}
          />
          {drivers.map(({ key, name, steps, stepSize, stepAmount }) => (
            <Line
              key={key}
              name={`${name}: +${number.format(steps * stepSize)}`}
              amount={money(steps * stepAmount)}
            />
          ))}
        </dl>
        {drivers.length > 0 && (
          <p className="mt-2 border-t pt-2 font-semibold">{words("total", { price: money(total), per })}</p>
        )}
        {drivers.length === 0 && total > 0 && <p className="text-right text-xs text-muted">{per}</p>}
      </div>
      {days > 0 && (
        <>
          <p className="mt-3 rounded-md bg-positive-ground px-3 py-2 text-positive">
            {words(needsCard ? "trialCard" : "trialNoCard", { days, price: money(total), per })}
          </p>
          <p className="mt-2 text-xs text-muted">{words("trialOnce")}</p>
        </>
      )}
    </div>
  );
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt>{name}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}
