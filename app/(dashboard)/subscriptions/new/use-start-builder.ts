"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApiForm } from "../../../_components/form/use-api-form.ts";
import { useDraftKey } from "../../../_components/form/use-draft.ts";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { setupGapsQuery } from "../../../_lib/queries.ts";
import { useDueDaysField } from "../../../_lib/use-due-days.ts";
import { useQuiet } from "../../../_lib/use-quiet.ts";
import { firstPrice, type Offer, offerWith } from "./offers.ts";
import { StartForm, startFields } from "./start-form.ts";
import { questionOf } from "./start-question.ts";
import { useCustomer } from "./use-customer.ts";
import { useProposals } from "./use-proposals.ts";
import { usePlanPreview, useStartPreview } from "./use-start-preview.ts";

export interface BuilderProps {
  offers: Offer[];
  /** The customer whose page led here. */
  fixedCustomer: string | null;
}

/** The form of a start, with what is known of the customer and what the server says of what is chosen. */
export function useStartBuilder({ offers, fixedCustomer }: BuilderProps) {
  const { api, tenant } = useDashboard();
  const { data: gaps } = useQuery(setupGapsQuery(api, tenant.tenantId));
  const takesCards = gaps?.has_card_provider ?? true;
  const [lacksEmail, setLacksEmail] = useState(false);
  const [needsCard, setNeedsCard] = useState(false);
  const fields = useStartFields(lacksEmail, needsCard);
  const asked = useApiForm({
    schema: StartForm,
    fields,
    draftKey: useDraftKey("New subscription", { customer: fixedCustomer }),
    initial: {
      who: "KNOWN",
      customer: fixedCustomer,
      payment: "CARD",
      plan_price_id: firstPrice(offers)?.id,
    },
  });
  const { form } = asked;
  const typed = form.watch();
  const customerId = typed.who === "NEW" || !typed.customer ? undefined : String(typed.customer);
  const known = useCustomer(customerId);
  const priceId = String(typed.plan_price_id ?? "");
  const offer = offerWith(offers, priceId);
  const price = offer?.prices.find((one) => one.id === priceId);
  const answer = useAnswer(typed);
  const { data: plan } = usePlanPreview(offer?.plan.id ?? "");
  useEffect(() => setLacksEmail(known.customer?.email === null), [known.customer?.email]);
  useEffect(() => setNeedsCard(answer.preview?.needs_card ?? false), [answer.preview?.needs_card]);
  const payer = {
    takesCards,
    needsCard,
    isLive: tenant.tenantMode === "LIVE",
    hasCards: (known.cards?.length ?? 0) > 0,
    isChosen: typed.who === "NEW" || known.cards !== undefined,
  };
  useProposals({ form, known, customerId, offer, price, payer });
  return { ...asked, ...answer, fields, typed, known, plan, price, takesCards };
}

function useStartFields(lacksEmail: boolean, needsCard: boolean) {
  const dueDays = useDueDaysField();
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the days to pay, the hint alone changes
  return useMemo(
    () => startFields({ lacksEmail, needsCard, dueDays }),
    [lacksEmail, needsCard, dueDays.hint],
  );
}

/** What the server says of what is chosen: the last answer, until there is one of what is chosen now. */
function useAnswer(typed: Record<string, unknown>) {
  const question = questionOf(typed);
  const quiet = useQuiet(question);
  const { data, error, isPlaceholderData: isOld } = useStartPreview(quiet);
  const isStale = isOld || JSON.stringify(question) !== JSON.stringify(quiet);
  return {
    preview: data ?? null,
    error,
    isWaiting: isStale && !error,
    hasCode: question.promotion_code !== undefined,
  };
}

export type StartBuilder = ReturnType<typeof useStartBuilder>;
