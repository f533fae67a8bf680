"use client";

import { Button } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";
import type { Connection } from "./connection.ts";

/** How each connection is tried, and what to say then. Database and worker are looked at whenever the page is. */
const TESTS: Record<Connection["kind"], (api: Api) => Promise<string>> = {
  DATABASE: async (api) => said(await api.connections.list.query({}), "DATABASE", "It answers."),
  WORKER: async (api) => said(await api.connections.list.query({}), "WORKER", "Jobs are done."),
  CARD_PROVIDER: (api) => checkProvider(api, (subject) => subject !== "CALLBACKS", "The key is accepted."),
  CALLBACKS: (api) => checkProvider(api, (subject) => subject === "CALLBACKS", "What is sent arrives."),
  MAIL: async (api) => `A test mail to ${(await api.mail.test.mutate({})).to} is on its way.`,
  WEBHOOKS: testEndpoints,
};

function said(
  { connections }: Awaited<ReturnType<Api["connections"]["list"]["query"]>>,
  kind: Connection["kind"],
  words: string,
): string {
  const failure = connections.find((one) => one.kind === kind)?.last_failure;
  return failure?.reason ?? words;
}

type CheckLine = Awaited<ReturnType<Api["cardProvider"]["check"]["mutate"]>>["lines"][number];

/** What is wrong with the lines of the check that are asked about, and what to do; `words` where nothing is. */
async function checkProvider(
  api: Api,
  isAbout: (subject: CheckLine["subject"]) => boolean,
  words: string,
): Promise<string> {
  const { lines } = await api.cardProvider.check.mutate({});
  const asked = lines.filter(({ subject }) => isAbout(subject));
  const wrong =
    asked.find(({ state }) => state === "FAILED") ?? asked.find(({ state }) => state === "WARNING");
  return wrong ? [wrong.meaning, wrong.next].filter(Boolean).join(" ") : words;
}

async function testEndpoints(api: Api): Promise<string> {
  const { data } = await api.webhookEndpoints.list.query({});
  const enabled = data.filter(({ disabled_at: disabledAt }) => disabledAt === null);
  for (const { id } of enabled) await api.webhookEndpoints.test.mutate({ endpoint_id: id });
  return enabled.length === 0
    ? "No endpoint is enabled."
    : `A test event is on its way to ${enabled.length === 1 ? "your endpoint" : `${enabled.length} endpoints`}.`;
}

/** The button that tries a connection; nothing where it cannot be tried. */
export function TestConnection({
  connection: { kind, state },
  name,
}: {
  connection: Connection;
  name: string;
}) {
  const mayTest = useMay("ADMIN");
  const test = useAction((api) => TESTS[kind](api), { done: (words) => words });
  // What is not connected cannot be tried; without a mail server the mailbox takes the mail.
  if (!mayTest || (state === "NOT_SET_UP" && kind !== "MAIL")) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`Test now: ${name}`}
      disabled={test.isPending}
      onClick={() => test.mutate(undefined)}
    >
      {test.isPending ? "Testing…" : "Test now"}
    </Button>
  );
}
