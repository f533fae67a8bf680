"use client";

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../../_components/code-block.tsx";
import { Link } from "../../_components/link.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { useLoaded } from "../../_lib/use-loaded.ts";
import * as commands from "./quick-start-commands.ts";

const TITLE_ID = "quick-start-title";

/** The steps from a token to counted use, filled with the keys of the application that was just made, if one was. */
export function QuickStartCard({ keys }: { keys: commands.Keys | null }) {
  const { baseUrl, tenant } = useDashboard();
  const { data: pricing } = useLoaded("pricing", "all", (api, signal) =>
    api.pricing.get.query({}, { signal }),
  );
  const offer = pricing ? offerOf(pricing) : null;
  const filling = { baseUrl, keys, offer };
  const isTest = tenant.tenantMode === "TEST";
  const toFill = [...(keys ? [] : ["APP_ID"]), ...(offer ? [] : ["PRICE", "FEATURE"])];
  return (
    <Card aria-labelledby={TITLE_ID}>
      <CardHeader>
        <CardTitle id={TITLE_ID}>Quick start</CardTitle>
        <a
          href="/openapi.json"
          target="_blank"
          rel="noopener"
          className="inline-flex items-center gap-1 rounded text-xs font-medium text-link hover:underline"
        >
          OpenAPI document
          <ArrowUpRight aria-hidden className="size-3.5" />
        </a>
      </CardHeader>
      <ol className="space-y-5 p-4">
        <Step title="1. Get a token" label="Get a token" code={commands.tokenCommand(filling)}>
          {keys ? (
            "With the keys that you have just made, until you leave this page."
          ) : (
            <>
              With the <Variable>CLIENT_ID</Variable> and <Variable>CLIENT_SECRET</Variable> of an application
              of kind Server.
            </>
          )}{" "}
          The token is valid for 15 minutes.
        </Step>
        <Step
          title="2. Create a customer who buys a plan"
          label="Create a customer"
          code={isTest ? commands.customerCommand(filling) : commands.checkoutCommand(filling)}
        >
          {isTest ? "They pay with a test card." : "The answer has the address of their checkout page."}{" "}
          {offer && `The plan is ${offer.planName}. `}
          {toFill.length > 0 && <ToFill names={toFill} />}
        </Step>
        <Step
          title="3. Ask whether the customer may use a feature"
          label="Check an entitlement"
          code={commands.checkCommand(filling)}
        >
          {offer && `Here: ${offer.featureName}. `}In the answer, <Variable>allowed</Variable> is the
          decision; the other fields explain it.
        </Step>
        <Step title="4. Report usage" label="Report usage" code={commands.usageCommand(filling)}>
          Checks and counts in one step. Sent twice with the same <Variable>event_id</Variable> it counts
          once.
        </Step>
        <Step title="5. See it" label="See usage" code={commands.countersCommand(filling)}>
          Here, and on the pages{" "}
          <Link href="/usage" className="rounded font-medium text-link hover:underline">
            Usage
          </Link>{" "}
          and{" "}
          <Link href="/customers" className="rounded font-medium text-link hover:underline">
            Customers
          </Link>
          .
        </Step>
      </ol>
    </Card>
  );
}

type Pricing = Awaited<ReturnType<Api["pricing"]["get"]["query"]>>;

/** The first price on the price list of a plan that has something to count. */
function offerOf({ products }: Pricing): commands.Offer | null {
  const plans = products.flatMap((product) =>
    product.plans.map((plan) => ({ ...plan, planName: `${product.name} ${plan.name}` })),
  );
  for (const { prices, features, planName } of plans) {
    const feature = features.find(({ type, enabled, limit }) => type === "METERED" && enabled && limit !== 0);
    const [price] = prices;
    if (price && feature)
      return { priceId: price.id, planName, featureKey: feature.key, featureName: feature.name };
  }
  return null;
}

/** The shell variables that the reader has to set. */
function ToFill({ names }: { names: string[] }) {
  return (
    <>
      Fill in{" "}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && (index === names.length - 1 ? " and " : ", ")}
          <Variable>{name}</Variable>
        </span>
      ))}
      .
    </>
  );
}

function Step({
  title,
  label,
  code,
  children,
}: {
  title: string;
  label: string;
  code: string;
  children: ReactNode;
}) {
  return (
    <li>
      <h3 className="mb-1 text-[0.8125rem] font-medium">{title}</h3>
      <p className="mb-2 text-[0.8125rem] text-pretty text-muted">{children}</p>
      <CodeBlock label={label} code={code} />
    </li>
  );
}

function Variable({ children }: { children: string }) {
  return <code className="font-mono text-xs text-foreground">{children}</code>;
}
