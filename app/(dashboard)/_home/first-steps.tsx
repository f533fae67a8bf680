"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Progress } from "../../_components/ui/progress.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { firstStepsQuery } from "../../_lib/queries.ts";
import { useGoToTenant } from "../../_lib/use-go-to-tenant.ts";
import { useMay } from "../../_lib/use-loaded.ts";

type Step = Awaited<ReturnType<Api["analytics"]["firstSteps"]["query"]>>["steps"][number];

interface Words {
  title: string;
  text: string;
  action: string;
  /** The page of the dashboard where it is done; "price list" and "docs" are outside of it. */
  href: Route | "price list" | "docs";
}

const STEPS: Record<Step["step"], Words> = {
  CATALOG: {
    title: "Put something on sale",
    text: "Start from a template, or make a product and a plan of your own.",
    action: "Choose a template",
    href: "/catalog/templates",
  },
  PURCHASE: {
    title: "Buy it yourself, with a test card",
    text: "Open your price list in Test and pay with the card number 4242 4242 4242 4242.",
    action: "Open the price list",
    href: "price list",
  },
  KEY: {
    title: "Make a test key for your back end",
    text: "It asks with this key what a customer may use, and counts what they use.",
    action: "Make a key",
    href: "/applications",
  },
  MAIL: {
    title: "Connect a mail server",
    text: "Until then mails to your customers are not sent: they stay in the mailbox here.",
    action: "How to connect it",
    href: "docs",
  },
  CARD_PROVIDER: {
    title: "Connect Stripe in Live",
    text: "With your live key, so that real cards are charged.",
    action: "Connect Stripe",
    href: "/settings/provider",
  },
  GO_LIVE: {
    title: "Copy the catalog to Live",
    text: "You see each difference first. Nothing is typed twice.",
    action: "Compare and copy",
    href: "/catalog/copy",
  },
};

/** The way to the first customer, until it is done. It looks again by itself, so that a step done elsewhere is checked off here. */
export function FirstSteps() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(firstStepsQuery(api, tenant.tenantId));
  const mayChange = useMay("ADMIN");
  if (!data || data.is_done || !mayChange) return null;
  const done = data.steps.filter((step) => step.done).length;
  const next = data.steps.find((step) => !step.done);
  const sells = data.steps.some(({ step, done: isDone }) => step === "CATALOG" && isDone);
  return (
    <Card aria-labelledby="first-steps">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-3">
        <h2 id="first-steps" className="text-base font-semibold">
          From here to your first customer
        </h2>
        <div className="flex items-center gap-3 text-[0.8125rem] text-muted">
          <span>
            {done} of {data.steps.length} done
          </span>
          <Progress className="w-28" value={done} max={data.steps.length} label="Steps done" />
        </div>
      </div>
      <ol className="divide-y border-t">
        {data.steps.map((step) => (
          <StepRow
            key={step.step}
            step={step}
            isNext={step === next}
            isReady={sells || (step.step !== "PURCHASE" && step.step !== "GO_LIVE")}
          />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step, isNext, isReady }: { step: Step; isNext: boolean; isReady: boolean }) {
  const { title, text } = STEPS[step.step];
  const Icon = step.done ? CircleCheck : Circle;
  return (
    <li
      className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[auto_1fr_auto]"
      aria-current={isNext ? "step" : undefined}
    >
      <Icon aria-hidden className={cn("size-5 shrink-0", step.done ? "text-positive" : "text-muted")} />
      <div className="min-w-0">
        <p className={cn("text-sm", step.done ? "text-muted line-through" : "font-medium")}>
          {title}
          <span className="sr-only">{step.done ? ": done" : ": to do"}</span>
        </p>
        {!step.done && <p className="text-[0.8125rem] text-pretty text-muted">{text}</p>}
      </div>
      {!step.done && isReady && (
        <div className="max-sm:col-start-2">
          <StepAction step={step} isNext={isNext} />
        </div>
      )}
    </li>
  );
}

function StepAction({ step, isNext }: { step: Step; isNext: boolean }) {
  const { tenant } = useDashboard();
  const { isPending, goTo } = useGoToTenant();
  const { action, href } = STEPS[step.step];
  const look = { variant: isNext ? "primary" : "secondary", size: "small" } as const;
  const isElsewhere = href === "price list" || href === "docs";
  if (isElsewhere)
    return (
      <Button asChild {...look}>
        <a
          href={href === "docs" ? "/docs/self-hosting" : `/p/${step.tenant_slug}/pricing`}
          target="_blank"
          rel="noreferrer"
        >
          {action}
          <span className="sr-only"> (opens a new tab)</span>
        </a>
      </Button>
    );
  if (step.tenant_id === tenant.tenantId)
    return (
      <Button asChild {...look}>
        <Link href={href}>{action}</Link>
      </Button>
    );
  return (
    <Button {...look} disabled={isPending} onClick={() => goTo(step.tenant_id, href)}>
      {action}
      {step.tenant_id === tenant.parentTenantId && " (goes to Live)"}
    </Button>
  );
}
