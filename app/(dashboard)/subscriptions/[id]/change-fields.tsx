"use client";

import { Input } from "../../../_components/ui/input.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Select } from "../../../_components/ui/select.tsx";
import { reasonOf } from "../../../_lib/reason.ts";
import { StepsField } from "../_steps/steps-field.tsx";
import type { Choice, ChoiceEvent, readChoice, TypedDriver } from "./change-choice.ts";
import type { Change, PriceOption } from "./change-options.ts";
import { driverRefused, priceInWords } from "./change-words.ts";

interface Props extends Pick<Change, "way" | "prices"> {
  choice: Choice;
  read: ReturnType<typeof readChoice>;
  /** What the server refused the choice for. */
  refusal: Error | null;
  onChoose: (event: ChoiceEvent) => void;
}

/** What is chosen: the price, the steps of each driver, when, and a promotion code. */
export function ChangeFields({ way, prices, choice, read, refusal, onChoose }: Props) {
  const { price, drivers, takesCode } = read;
  const when = <WhenField choice={choice} onChoose={onChoose} />;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {way === "plan" && (
          <>
            <PriceField {...{ prices, choice, onChoose }} />
            {when}
          </>
        )}
        {price &&
          drivers.map((driver) => (
            <DriverField
              key={driver.feature_key}
              {...{ driver, refusal, onChoose }}
              price={price.plan_price}
            />
          ))}
        {way === "steps" && when}
      </div>
      {takesCode && (
        <div className="space-y-1.5">
          <Label htmlFor="promotion-code">Promotion code (optional)</Label>
          <Input
            id="promotion-code"
            value={choice.code}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChoose({ type: "code typed", code: target.value })}
          />
        </div>
      )}
    </>
  );
}

function PriceField({ prices, choice, onChoose }: Pick<Props, "prices" | "choice" | "onChoose">) {
  return (
    <div className="space-y-1.5">
      <Label htmlFor="price">New price</Label>
      <Select
        id="price"
        value={choice.priceId}
        onChange={({ target }) => onChoose({ type: "price chosen", priceId: target.value })}
      >
        {prices.map((one) => (
          <option key={one.plan_price.id} value={one.plan_price.id}>
            {priceInWords(one)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function WhenField({ choice, onChoose }: Pick<Props, "choice" | "onChoose">) {
  return (
    <div className="space-y-1.5">
      <Label htmlFor="when">When</Label>
      <Select
        id="when"
        value={choice.when}
        onChange={({ target }) =>
          onChoose({ type: "time chosen", when: target.value === "now" ? "now" : "period_end" })
        }
      >
        <option value="now">Now, prorated</option>
        <option value="period_end">With the next period</option>
      </Select>
    </div>
  );
}

interface DriverFieldProps extends Pick<Props, "refusal" | "onChoose"> {
  driver: TypedDriver;
  price: PriceOption["plan_price"];
}

function DriverField({ driver, price, refusal, onChoose }: DriverFieldProps) {
  const isRefused = refusal !== null && driverRefused(refusal) === driver.feature_key;
  return (
    <StepsField
      driver={{
        key: driver.feature_key,
        name: driver.feature_name,
        included: driver.included,
        stepSize: driver.step_size,
        stepAmount: driver.step_amount,
        maxSteps: driver.max_steps,
      }}
      price={price}
      value={driver.typed}
      error={isRefused ? reasonOf(refusal) : undefined}
      onChange={(digits) => onChoose({ type: "steps typed", featureKey: driver.feature_key, digits })}
    />
  );
}
