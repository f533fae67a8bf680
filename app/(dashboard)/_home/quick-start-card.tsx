"use client";

import { ArrowUpRight } from "lucide-react";
import { CodeBlock } from "../../_components/code-block.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { checkCommand, tokenCommand } from "./quick-start-commands.ts";

const TITLE_ID = "quick-start-title";

/** From nothing to the first answer of the API. */
export function QuickStartCard() {
  const { baseUrl } = useDashboard();
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
      <ol className="space-y-4 p-4">
        <li>
          <h3 className="mb-1 text-[0.8125rem] font-medium">1. Get a token</h3>
          <p className="mb-2 text-pretty text-muted">
            With the client id and secret of an application of kind Server. It is valid for 15 minutes.
          </p>
          <CodeBlock label="Get a token" code={tokenCommand(baseUrl)} />
        </li>
        <li>
          <h3 className="mb-1 text-[0.8125rem] font-medium">2. Ask whether a customer may use a feature</h3>
          <p className="mb-2 text-pretty text-muted">
            The answer&apos;s <code className="font-mono text-xs text-foreground">allowed</code> decides; the
            rest of it says why.
          </p>
          <CodeBlock label="Check an entitlement" code={checkCommand(baseUrl)} />
        </li>
      </ol>
    </Card>
  );
}
