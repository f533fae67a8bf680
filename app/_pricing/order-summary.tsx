import { pageWords } from "../_i18n/translator.ts";
import { cn } from "../_lib/cn.ts";
import { formatMoney } from "./money.ts";
import type { Interval } from "./offer.ts";
import type { Order } from "./order.ts";

const DAY_MS = 86_400_000;

/** The items of the order with their prices; with a trial also what is due today, and from when on the price is. */
export async function OrderSummary({ order, locale }: { order: Order; locale: string }) {
  const words = await pageWords("pricing");
  const { product, plan, price, drivers, total } = order;
  const money = (amount: number) => formatMoney(locale, amount, price.currency);
  // The API's intervals are these four.
  const per = words(`per${price.interval as Interval}`);
  const { trial_days: days, trial_needs_card: needsCard } = price;
  const trialEnd = new Date(Date.now() + days * DAY_MS);
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
        {drivers.length > 0 && days === 0 && (
          <p className="mt-2 border-t pt-2 font-semibold">{words("total", { price: money(total), per })}</p>
        )}
        {drivers.length === 0 && total > 0 && <p className="text-right text-xs text-muted">{per}</p>}
        {days > 0 && total > 0 && (
          <dl className="mt-2 border-t pt-2">
            <Line name={words("dueToday")} amount={money(0)} isStrong />
            <Line name={words("dueFrom", { date: trialEnd })} amount={`${money(total)} ${per}`} />
          </dl>
        )}
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

function Line({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  return (
    <div className={cn("flex justify-between gap-4 py-0.5", isStrong && "font-semibold")}>
      <dt>{name}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}
