"use client";

import { useRef, useState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { CardFields } from "../_embed/card-fields.tsx";
import type { Messages } from "../_i18n/words.ts";
import { useBank } from "../_quote/use-bank.ts";
import type { FormState } from "../_visitor/form-state.ts";
import { saveCard } from "./actions.ts";

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
  const { publishableKey, scriptUrl } = form;
  const [refused, setRefused] = useState<FormState | null>(null);
  const saved = useRef("");
  // Each debt that is tried with the card at once may have a confirmation of its own.
  const bank = useBank({ card: { publishableKey, scriptUrl }, answer: refused, again: save });
  const failure = bank === "asking" || bank === "confirmed" ? null : refused?.message;

  async function save(): Promise<void> {
    const answer = await saveCard(slug, saved.current);
    if (answer) setRefused(answer);
    else window.location.assign(`/p/${slug}/portal?done=card`);
  }

  return (
    <>
      <CardFields
        {...form}
        onSucceeded={({ paymentMethod }) => {
          saved.current = paymentMethod;
          void save();
        }}
      />
      <div role="alert">{failure && <Alert tone="negative">{failure}</Alert>}</div>
    </>
  );
}
