"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { moneyText, soldCurrencies } from "../../../../server/platform/currency.ts";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { OnlyFor } from "../../../_components/only-for.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardTitle } from "../../../_components/ui/card.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Select } from "../../../_components/ui/select.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatInterval } from "../../../_lib/format.ts";
import { countOf } from "../../../_lib/units.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import { grantLine } from "../_words/grant-line.ts";

type Template = Awaited<ReturnType<Api["templates"]["list"]["query"]>>["data"][number];
type Plan = Template["plans"][number];

const NAMES = new Intl.DisplayNames("en", { type: "currency" });

/** First catalogs to choose from, with their prices in the currency that is chosen. */
export function TemplatesPage() {
  const [currency, setCurrency] = useState("USD");
  const { data, error, refetch } = useLoaded(
    "templates",
    currency,
    (api, signal) => api.templates.list.query({ currency }, { signal }),
    { keepsPrevious: true },
  );
  return (
    <>
      <PageHeader
        title="Templates"
        description="A whole catalog that can be bought right away. Change everything afterwards as you like."
        back={{ href: "/catalog", label: "Products and plans" }}
        actions={
          <div className="flex items-center gap-2">
            <Label htmlFor="currency">Currency</Label>
            <Select
              id="currency"
              value={currency}
              onChange={(event) => setCurrency(event.target.value)}
              className="w-24"
            >
              {soldCurrencies().map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </Select>
          </div>
        }
      />
      <OnlyFor least="ADMIN">
        {error && !data ? (
          <Card className="p-4">
            <LoadFailure what="The templates" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          <div className="grid gap-4 lg:gap-6 xl:grid-cols-3">
            {data
              ? data.data.map((template) => (
                  <TemplateCard key={template.template} template={template} currency={data.currency} />
                ))
              : ["seats", "api", "freemium"].map((name) => (
                  <Skeleton key={name} className="h-[31rem] w-full rounded-lg" />
                ))}
          </div>
        )}
      </OnlyFor>
    </>
  );
}

function TemplateCard({ template, currency }: { template: Template; currency: string }) {
  const titleId = `template-${template.template}`;
  return (
    <Card aria-labelledby={titleId} className="flex flex-col">
      <div className="border-b p-4">
        <CardTitle id={titleId} className="text-base">
          {template.name}
        </CardTitle>
        <p className="mt-1 text-[0.8125rem] text-pretty text-muted">{template.description}</p>
      </div>
      <ul className="flex-1 divide-y">
        {template.plans.map((plan) => (
          <PlanPreview key={plan.slug} plan={plan} features={template.features} />
        ))}
      </ul>
      <div className="space-y-2 border-t p-4">
        {template.signup_policy && (
          <p className="text-xs text-pretty text-muted">
            It also changes who may register: only people you invite; the others can join the waitlist.
          </p>
        )}
        <UseTemplate template={template} currency={currency} />
      </div>
    </Card>
  );
}

function PlanPreview({ plan, features }: { plan: Plan; features: Template["features"] }) {
  const [month] = plan.prices;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="flex items-center gap-2 font-medium">
          {plan.name}
          {plan.is_free && <Badge tone="positive">No subscription needed</Badge>}
        </p>
        <p className="text-[0.8125rem] tabular-nums">{pricesOf(plan)}</p>
      </div>
      {month && month.trial_days > 0 && (
        <p className="text-xs text-muted">{month.trial_days} days of trial</p>
      )}
      <ul className="mt-1.5 space-y-0.5 text-[0.8125rem] text-muted">
        {plan.entitlements.map((entitlement) => {
          const feature = features.find(({ key }) => key === entitlement.feature_key);
          return (
            feature && <li key={entitlement.feature_key}>{grantLine(feature, entitlement, plan.prices)}</li>
          );
        })}
      </ul>
    </li>
  );
}

function pricesOf({ prices }: Plan): string {
  if (prices.every(({ amount }) => amount === 0)) return "Free";
  return prices
    .map(({ amount, currency, interval }) => {
      const money = moneyText("en-US", amount, currency, { hidesEmptyDecimals: true });
      return `${money} a ${formatInterval(interval)}`;
    })
    .join(" or ");
}

function UseTemplate({ template, currency }: { template: Template; currency: string }) {
  const router = useRouter();
  return (
    <ActionDialog
      trigger={
        <Button className="w-full" aria-label={`Use this template: ${template.name}`}>
          Use this template
        </Button>
      }
      title={template.name}
      description={`Creates one product with ${countOf(template.plans.length, "plan")}, priced in ${NAMES.of(currency)}, and puts it on sale.`}
      schema={async () =>
        (await import("../../../../server/domain/catalog/templates/create-from-template-schema.ts"))
          .CreateFromTemplate
      }
      fields={[
        { name: "name", label: "What is your product called?", isRequired: true, placeholder: "Beacon" },
        {
          name: "slug",
          label: "Slug",
          isRequired: true,
          proposedFrom: { field: "name", sign: "-" },
          placeholder: "beacon",
          hint: "Used in URLs and code. It cannot be changed later.",
        },
      ]}
      fixed={{ template: template.template, currency }}
      submit="Create catalog"
      done="Your catalog is on sale."
      act={(api, input) => api.templates.createProduct.mutate(input)}
      onDone={() => router.push("/catalog")}
    />
  );
}
