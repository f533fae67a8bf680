"use client";

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../../_components/code-block.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { checkCommand, type Keys, tokenCommand } from "./quick-start-commands.ts";

const TITLE_ID = "quick-start-title";

/** The steps to the first response of the API, filled with the keys of the application that was just made, if one was. */
export function QuickStartCard({ keys }: { keys: Keys | null }) {
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
        <Step title="1. Get a token" label="Get a token" code={tokenCommand(baseUrl, keys)}>
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
          title="2. Ask whether a customer may use a feature"
          label="Check an entitlement"
          code={checkCommand(baseUrl, keys)}
        >
          Fill in{" "}
          {!keys && (
            <>
              <Variable>APP_ID</Variable>,{" "}
            </>
          )}
          <Variable>FEATURE</Variable> and <Variable>CUSTOMER</Variable>. In the answer,{" "}
          <Variable>allowed</Variable> is the decision; the other fields explain it.
        </Step>
      </ol>
    </Card>
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
