"use client";

import { useState } from "react";
import { DiscardQuestion } from "../../../_components/form/discard-question.tsx";
import { Day } from "../../../_components/moment.tsx";
import { RefusalText } from "../../../_components/refusal-text.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../../../_components/ui/dialog.tsx";
import { Input } from "../../../_components/ui/input.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Select } from "../../../_components/ui/select.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../_components/ui/table.tsx";
import { type Api, errorBody, errorCode, errorName } from "../../../_lib/api.ts";
import { creditUsed, taxOnTop } from "../../../_lib/credit.ts";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";
import { fieldsOfRefusal, reasonOf } from "../../../_lib/reason.ts";
import { useUnsaved } from "../../../_lib/unsaved.ts";
import { useAction } from "../../../_lib/use-loaded.ts";
import { StepsField } from "../_steps/steps-field.tsx";
import { type Change, changeTitle, type PriceOption, unitsOf } from "./change-options.ts";

type Quote = Awaited<ReturnType<Api["subscriptions"]["previewChange"]["mutate"]>>;
type When = "now" | "period_end";

interface Props extends Change {
  close: () => void;
}

/** Shows the exact price of a change of plan or steps, and makes the change only at that price. */
export function ChangePlanDialog({ id, prices, isByCard, way, close }: Props) {
  const first =
    (prices.find((one) => one.is_present === (way === "steps")) ?? prices[0])?.plan_price.id ?? "";
  const [price, setPrice] = useState(first);
  /** By the driver's key, where it is not as many as there are. */
  const [steps, setSteps] = useState<Record<string, string>>({});
  const [when, setWhen] = useState<When>("now");
  const [code, setCode] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const chosen = prices.find((one) => one.plan_price.id === price);
  const drivers = (chosen?.drivers ?? []).map((driver) => {
    const typed = steps[driver.feature_key] ?? String(driver.steps);
    return { ...driver, typed, isOther: Number(typed) !== driver.steps };
  });
  const isOther = drivers.some((driver) => driver.isOther);
  const isTyped = price !== first || isOther || when !== "now" || code !== "";
  const title = changeTitle(way, prices);
  const release = useUnsaved(isTyped);
  const takesCode = isByCard && when === "now";
  const promotion = takesCode && code.trim() !== "" ? { promotion_code: code.trim() } : {};
  const wanted = {
    id,
    plan_price_id: price,
    effective: when,
    ...promotion,
    drivers: drivers.map(({ feature_key, typed }) => ({ feature_key, steps: Number(typed) })),
  };
  const preview = useAction((api) => api.subscriptions.previewChange.mutate(wanted), {
    isQuiet: true,
    leaves: true,
  });
  const change = useAction(
    (api, quote: Quote) => api.subscriptions.changePlan.mutate({ ...wanted, quote_id: quote.id }),
    {
      done: doneWords(chosen?.is_present ? drivers : null, when),
      isQuiet: true,
    },
  );
  const quote = preview.data;
  const failure = change.error ?? preview.error;
  const refused = failure ? driverRefused(failure) : null;
  const isAtField = drivers.some(({ feature_key }) => feature_key === refused);
  const choose = (set: () => void) => {
    set();
    preview.reset();
    change.reset();
  };
  const whenField = (
    <div className="space-y-1.5">
      <Label htmlFor="when">When</Label>
      <Select
        id="when"
        value={when}
        onChange={(event) => choose(() => setWhen(event.target.value === "now" ? "now" : "period_end"))}
      >
        <option value="now">Now, prorated</option>
        <option value="period_end">With the next period</option>
      </Select>
    </div>
  );
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={title}
        description="Preview the cost first. The change then costs exactly that, or Usher refuses it."
        className="sm:max-w-xl"
        onClosing={() => {
          if (isTyped) setIsAsking(true);
          return isTyped;
        }}
      >
        <DialogBody>
          <div className="grid gap-3 sm:grid-cols-2">
            {way === "plan" && (
              <div className="space-y-1.5">
                <Label htmlFor="price">New price</Label>
                <Select
                  id="price"
                  value={price}
                  onChange={({ target }) =>
                    choose(() => {
                      setPrice(target.value);
                      setSteps({});
                    })
                  }
                >
                  {prices.map((one) => (
                    <option key={one.plan_price.id} value={one.plan_price.id}>
                      {priceInWords(one)}
                    </option>
                  ))}
                </Select>
              </div>
            )}
            {way === "plan" && whenField}
            {chosen &&
              drivers.map((driver) => (
                <StepsField
                  key={driver.feature_key}
                  driver={{
                    key: driver.feature_key,
                    name: driver.feature_name,
                    included: driver.included,
                    stepSize: driver.step_size,
                    stepAmount: driver.step_amount,
                    maxSteps: driver.max_steps,
                  }}
                  price={chosen.plan_price}
                  value={driver.typed}
                  error={failure && driver.feature_key === refused ? reasonOf(failure) : undefined}
                  onChange={(digits) => choose(() => setSteps({ ...steps, [driver.feature_key]: digits }))}
                />
              ))}
            {way === "steps" && whenField}
          </div>
          {takesCode && (
            <div className="space-y-1.5">
              <Label htmlFor="promotion-code">Promotion code (optional)</Label>
              <Input
                id="promotion-code"
                value={code}
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => choose(() => setCode(event.target.value))}
              />
            </div>
          )}
          {failure && !isAtField && (
            <Alert tone="negative">
              <RefusalText>{refusalOf(failure)}</RefusalText>
            </Alert>
          )}
          {quote && <QuoteTable quote={quote} isByCard={isByCard} />}
        </DialogBody>
        {isAsking && <DiscardQuestion keep={() => setIsAsking(false)} discard={close} />}
        <DialogFooter className={isAsking ? "hidden" : undefined}>
          <Button variant="secondary" onClick={close}>
            {keepWords(way === "steps" ? drivers : null)}
          </Button>
          {quote ? (
            <Button
              disabled={change.isPending}
              onClick={() =>
                change.mutate(quote, {
                  onSuccess: () => {
                    release();
                    close();
                  },
                })
              }
            >
              {quote.amount_due > 0
                ? `${isByCard ? "Change and charge" : "Change and issue an invoice for"} ${formatMoney(quote.amount_due, quote.currency)}`
                : title}
            </Button>
          ) : (
            <Button
              disabled={preview.isPending || !chosen || (chosen.is_present && !isOther)}
              onClick={() => preview.mutate(undefined)}
            >
              Preview
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** With the steps as they are typed. */
type Typed = PriceOption["drivers"][number] & { typed: string };

/** What has changed: how many there are of the one feature, where the plan stays; null: the plan. */
function doneWords(drivers: Typed[] | null, when: When): string {
  const [only, ...others] = drivers ?? [];
  if (only && others.length === 0) {
    const units = formatQuantity(unitsOf(only, Number(only.typed)));
    return when === "now"
      ? `${only.feature_name} changed to ${units}.`
      : `${only.feature_name} from the next period: ${units}.`;
  }
  const what = drivers ? "The subscription" : "The plan";
  return when === "now" ? `${what} was changed.` : `${what} changes with the next period.`;
}

/** The way back: "Keep 25 seats" where those alone are to change, null: the plan. */
function keepWords(drivers: Typed[] | null): string {
  if (!drivers) return "Keep the plan";
  const [only, ...others] = drivers;
  if (!only || others.length > 0) return "Keep the quantities";
  const units = unitsOf(only, only.steps);
  return `Keep ${units === 1 ? "the" : formatQuantity(units)} ${only.feature_name.toLowerCase()}`;
}

function priceInWords({ plan, plan_price: price, is_present: isPresent }: PriceOption): string {
  const words = `${plan.name} · ${formatMoney(price.amount, price.currency)} a ${formatInterval(price.interval)}`;
  return isPresent ? `${words} (now)` : words;
}

/** The feature of which so many steps are refused; null where the refusal is of something else. */
function driverRefused(error: Error): string | null {
  const { feature_key: key } = errorBody(error)?.details ?? {};
  return typeof key === "string" && fieldsOfRefusal(error).includes("drivers") ? key : null;
}

/** What a member can do: only the cardholder can confirm the payment with the bank, and a quote counts once, for a while. */
function refusalOf(error: Error): string {
  const name = errorName(error);
  if (name === "quote_invalid" || name === "quote_price_changed")
    return `The price has changed or was already used: preview it again. (${errorCode(error)})`;
  return name === "card_authentication_required"
    ? "The customer's bank asks them to confirm this payment, so the plan has not changed yet. It changes when they pay the open invoice in their portal within 23 hours. Otherwise nothing changes; with another card it can be tried again. (K7002)"
    : reasonOf(error);
}

function QuoteTable({ quote, isByCard }: { quote: Quote } & Pick<Props, "isByCard">) {
  const money = (amount: number) => formatMoney(amount, quote.currency);
  return (
    <div className="scroll-hint overflow-x-auto rounded-md border">
      <Table aria-label="What it costs">
        <thead>
          <TableRow>
            <ColumnHead>Line</ColumnHead>
            <ColumnHead className="text-right">Amount</ColumnHead>
          </TableRow>
        </thead>
        <tbody>
          {quote.lines.map((line) => (
            <TableRow key={`${line.description} ${line.amount}`}>
              <TableCell>{line.description}</TableCell>
              <TableCell className="text-right tabular-nums">{money(line.amount)}</TableCell>
            </TableRow>
          ))}
          {quote.discount > 0 && (
            <TableRow>
              <TableCell>Discount</TableCell>
              <TableCell className="text-right tabular-nums">{money(-quote.discount)}</TableCell>
            </TableRow>
          )}
          {taxOnTop(quote) !== 0 && (
            <TableRow>
              <TableCell>Tax</TableCell>
              <TableCell className="text-right tabular-nums">{money(taxOnTop(quote))}</TableCell>
            </TableRow>
          )}
          {creditUsed(quote) > 0 && (
            <TableRow>
              <TableCell>Credit from earlier changes</TableCell>
              <TableCell className="text-right tabular-nums">{money(-creditUsed(quote))}</TableCell>
            </TableRow>
          )}
          <TableRow>
            <TableCell className="font-medium">
              {quote.total < 0 ? "Credit for the next invoice" : isByCard ? "Charged now" : "Invoiced now"}
            </TableCell>
            <TableCell className="text-right font-medium tabular-nums">
              {money(quote.total < 0 ? -quote.total : quote.amount_due)}
            </TableCell>
          </TableRow>
          {quote.overage.features.map((one) => (
            <TableRow key={one.feature_key}>
              <TableCell className="text-muted">
                {one.feature_name} past the limit so far, on the next invoice
              </TableCell>
              <TableCell className="text-right text-muted tabular-nums">{money(one.amount)}</TableCell>
            </TableRow>
          ))}
          <TableRow>
            <TableCell className="text-muted">
              The next period
              {quote.next.at && (
                <>
                  , <Day iso={quote.next.at} relative="behind" />
                </>
              )}
            </TableCell>
            <TableCell className="text-right text-muted tabular-nums">{money(quote.next.amount)}</TableCell>
          </TableRow>
        </tbody>
      </Table>
    </div>
  );
}
