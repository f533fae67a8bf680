"use client";

import type { Route } from "next";
import { useEffect, useRef } from "react";
import { CopyCode } from "../../../_components/copy-code.tsx";
import { Link } from "../../../_components/link.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";

interface Props {
  url: string;
  customerId: string;
  /** Begins the next one. */
  onAgain: () => void;
}

/** The link to the page on which the customer enters a card, to be sent to them. */
export function CheckoutLink({ url, customerId, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card aria-label="Checkout link" className="max-w-2xl">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1}>
          The checkout link is ready
        </CardTitle>
        <CopyCode code={url} label="Checkout link" />
      </CardHeader>
      <div className="space-y-4 p-4">
        <p className="text-[0.8125rem] text-pretty text-muted">
          Send it to the customer. The subscription starts when they have entered their card. Nothing was
          charged yet, and an older link of theirs for this product no longer works.
        </p>
        <p className="rounded-md bg-subtle px-3 py-2 font-mono text-xs wrap-anywhere">{url}</p>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href={`/customers/${customerId}` as Route}>Open customer</Link>
          </Button>
          <Button variant="secondary" onClick={onAgain}>
            Start another
          </Button>
        </div>
      </div>
    </Card>
  );
}
