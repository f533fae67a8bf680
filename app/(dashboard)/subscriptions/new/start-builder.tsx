"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useId, useRef } from "react";
import { DraftNotice } from "../../../_components/form/draft-notice.tsx";
import { BUILDER_COLUMNS } from "./builder-skeleton.tsx";
import { ChargedCard } from "./charged-card.tsx";
import { CheckoutLink } from "./checkout-link.tsx";
import { CustomerPart } from "./customer-part.tsx";
import { PaymentPart } from "./payment-part.tsx";
import { PlanPart } from "./plan-part.tsx";
import { useStart } from "./use-start.ts";
import { type BuilderProps, useStartBuilder } from "./use-start-builder.ts";

/** The form of a new subscription, with what it would charge beside it. */
export default function StartBuilder(props: BuilderProps) {
  const id = useId();
  const router = useRouter();
  const builder = useStartBuilder(props);
  const { form, fields, draft, submitting, known, plan, preview, price, takesCards } = builder;
  const start = useStart(form);
  const root = useFocusOnFirst(draft.isRestored);
  const made = start.data;
  if (made && "url" in made && made.url)
    return (
      <CheckoutLink
        url={made.url}
        customerId={made.customer}
        onAgain={() => {
          start.reset();
          form.reset();
        }}
      />
    );
  const parts = { form, fields, idPrefix: id, known };
  return (
    <section aria-label="New subscription">
      <form
        ref={root}
        noValidate
        // One under another, the foot of the page keeps what is charged now and the button in reach.
        className={`${BUILDER_COLUMNS} max-lg:flex max-lg:flex-col max-lg:items-stretch`}
        onSubmit={submitting(start.mutateAsync, {
          follow: (output) => {
            if ("subscription" in output && output.subscription)
              router.push(`/subscriptions/${output.subscription}` as Route);
            return null;
          },
        })}
      >
        <div className="min-w-0 space-y-4">
          {draft.isRestored && <DraftNotice form={form} forget={draft.forget} />}
          <CustomerPart {...parts} isFixed={props.fixedCustomer !== null} />
          <PlanPart form={form} offers={props.offers} plan={plan} />
          <PaymentPart
            {...parts}
            needsCard={preview?.needs_card}
            currency={price?.currency ?? ""}
            takesCards={takesCards}
          />
        </div>
        <ChargedCard builder={builder} isPending={start.isPending} />
      </form>
    </section>
  );
}

/** Puts the focus in the first field. Not on a touch screen, whose keyboard would cover the page. */
function useFocusOnFirst(isRestored: boolean) {
  const root = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (isRestored || !window.matchMedia("(pointer: fine)").matches) return;
    root.current?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  }, []);
  return root;
}
