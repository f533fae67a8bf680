"use client";

import { useState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { CardFields } from "../_embed/card-fields.tsx";
import type { Messages } from "../_i18n/words.ts";
import { saveCard } from "./actions.ts";
import { askBank } from "./ask-bank.ts";

interface PortalCardProps {
  slug: string;
  publishableKey: string;
  scriptUrl: string | null;
  clientSecret: string;
  locale: string;
  texts: Messages["card"];
}

/** The card form of the portal; it makes the saved card the one that is charged. */
export function PortalCard({ slug, ...form }: PortalCardProps) {
  const [failure, setFailure] = useState<string | null>(null);

  async function save(paymentMethod: string): Promise<void> {
    let refused = await saveCard(slug, paymentMethod);
    // Each debt has a confirmation of its own; a payment that was confirmed is not asked for again.
    const confirmed = new Set<string>();
    while (refused?.secret && !confirmed.has(refused.secret)) {
      confirmed.add(refused.secret);
      const { publishableKey, scriptUrl } = form;
      if (!(await askBank({ publishableKey, scriptUrl, clientSecret: refused.secret }))) break;
      refused = await saveCard(slug, paymentMethod);
    }
    if (refused) setFailure(refused.refusal);
    else window.location.assign(`/p/${slug}/portal?done=card`);
  }

  return (
    <>
      <CardFields {...form} onSucceeded={({ paymentMethod }) => void save(paymentMethod)} />
      <div role="alert">{failure && <Alert tone="negative">{failure}</Alert>}</div>
    </>
  );
}
