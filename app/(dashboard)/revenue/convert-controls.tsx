"use client";

import { type ReactNode, useId } from "react";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { Switch } from "../../_components/ui/switch.tsx";
import type { Api } from "../../_lib/api.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { RatesTable } from "./rates-table.tsx";

interface Props {
  /** The reporting currency; null: none is set; undefined: not known yet. */
  into: string | null | undefined;
  isConverted: boolean;
  onChange: (isConverted: boolean) => void;
}

/** ARIA knows no popup of a switch; the dialog's trigger would get one. */
const WITHOUT_POPUP = { "aria-haspopup": undefined };

/** Chooses between figures by currency and converted ones, and sets the reporting currency and its exchange rates. */
export function ConvertControls({ into, isConverted, onChange }: Props) {
  const mayChange = useMay("ADMIN");
  const id = useId();
  if (into === undefined) return null;
  return (
    <>
      {(into !== null || mayChange) && (
        <div className="flex items-center gap-2 px-1">
          {into === null ? (
            // Into which one is asked first.
            <CurrencyDialog
              into={null}
              onSet={() => onChange(true)}
              trigger={<Switch id={id} checked={false} {...WITHOUT_POPUP} />}
            />
          ) : (
            <Switch id={id} checked={isConverted} onCheckedChange={onChange} />
          )}
          <Label htmlFor={id}>{into === null ? "In one currency" : `Convert all to ${into}`}</Label>
        </div>
      )}
      {into !== null && mayChange && (
        <>
          <RatesDialog into={into} />
          <CurrencyDialog
            into={into}
            onSet={() => onChange(true)}
            trigger={
              <Button variant="ghost" size="small">
                Reporting currency
              </Button>
            }
          />
        </>
      )}
    </>
  );
}

interface CurrencyProps {
  into: string | null;
  onSet: () => void;
  trigger: ReactNode;
}

function CurrencyDialog({ into, onSet, trigger }: CurrencyProps) {
  return (
    <ActionDialog
      trigger={trigger}
      title="Reporting currency"
      description="Revenue in other currencies is also shown converted to this one, at exchange rates that you set. Customers do not see it, and what they pay does not change."
      schema={async () =>
        (await import("../../../server/domain/tenants/settings-schema.ts")).UpdateSettings.pick({
          reporting_currency: true,
        })
      }
      fields={[
        {
          name: "reporting_currency",
          label: "Currency",
          kind: "currency",
          placeholder: "EUR",
          hint: "Leave it empty to show revenue by currency only.",
          whenEmpty: "null",
        },
      ]}
      initial={{ reporting_currency: into }}
      submit="Save currency"
      act={async (api, input) => {
        const settings = await api.settings.update.mutate(input);
        if (settings.reporting_currency !== null) onSet();
        return settings;
      }}
      done={({ reporting_currency: currency }) =>
        currency === null
          ? "Revenue is shown by currency."
          : `Revenue is converted to ${currency}. Set the exchange rates of the other currencies.`
      }
    />
  );
}

function RatesDialog({ into }: { into: string }) {
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small">
          Exchange rates
        </Button>
      }
      title="Exchange rates"
      description={`What one unit of another currency is worth in ${into}. A rate is valid from its day (UTC) until the next one begins.`}
      schema={async () =>
        (await import("../../../server/domain/billing/revenue/rates/set-rate-schema.ts")).SetRate
      }
      fields={[
        {
          name: "currency",
          label: "Currency",
          kind: "currency",
          placeholder: "USD",
          isRequired: true,
        },
        {
          name: "rate",
          label: `Worth in ${into}`,
          placeholder: "0.92",
          isRequired: true,
          hint: "With a point before the decimals.",
        },
        {
          name: "valid_from",
          label: "Valid from",
          isRequired: true,
          hint: "A day such as 2026-11-01. The rate of the same day is replaced.",
        },
      ]}
      fixed={{ into }}
      initial={{ valid_from: `${new Date().toISOString().slice(0, 7)}-01` }}
      submit="Save rate"
      act={(api, input) => api.revenue.setRate.mutate(input)}
      done={({ currency, rate }) => `1 ${currency} is worth ${rate} ${into}.`}
    >
      <RatesTable into={into} />
    </ActionDialog>
  );
}

type Movements = Awaited<ReturnType<Api["revenue"]["movements"]["query"]>>["converted"];
type Booked = Awaited<ReturnType<Api["revenue"]["booked"]["query"]>>["converted"];

/** At which rates the figures are, and which currencies are not in them. */
export function RatesNote({ movements, booked }: { movements: NonNullable<Movements>; booked: Booked }) {
  const { currency: into, rates } = movements;
  const missing = [...new Set([...movements.not_converted, ...(booked?.not_converted ?? [])])].sort();
  return (
    <div className="space-y-1 text-[0.8125rem] text-muted">
      <p>
        {rates.length > 0 &&
          `Recurring revenue at ${rates.map(({ currency, rate }) => `1 ${currency} = ${rate} ${into}`).join(", ")}. `}
        What was billed and collected is converted at the rates of each month’s end. Cohorts are shown by
        currency only.
      </p>
      {missing.length > 0 && (
        <p role="status" className="font-medium text-foreground">
          Not in these figures, because they have no rate in all or some months: {missing.join(", ")}.
        </p>
      )}
    </div>
  );
}
