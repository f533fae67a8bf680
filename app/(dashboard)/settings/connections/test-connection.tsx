"use client";

import type { Route } from "next";
import { Link } from "../../../_components/link.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";
import type { Connection } from "./connection.ts";

interface Test {
  act: (api: Api) => Promise<string>;
  /** Where it is set up. */
  page?: { href: Route; label: string };
}

/** How each connection is tried, and what to say then. Database and worker are looked at whenever the page is. */
const TESTS: Record<Connection["kind"], Test> = {
  DATABASE: { act: async (api) => said(await api.connections.list.query({}), "DATABASE", "It answers.") },
  WORKER: { act: async (api) => said(await api.connections.list.query({}), "WORKER", "Jobs are done.") },
  CARD_PROVIDER: {
    act: (api) => checkProvider(api, (subject) => subject !== "CALLBACKS", "The key is accepted."),
    page: { href: "/settings/provider", label: "Payments" },
  },
  CALLBACKS: {
    act: (api) => checkProvider(api, (subject) => subject === "CALLBACKS", "Callbacks arrive."),
    page: { href: "/settings/provider", label: "Payments" },
  },
  MAIL: {
    act: async (api) => `A test mail to ${(await api.mail.test.mutate({})).to} is on its way.`,
    page: { href: "/mailbox", label: "Mailbox" },
  },
  WEBHOOKS: { act: testEndpoints, page: { href: "/webhook-endpoints", label: "Webhooks" } },
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

/** The button that tries a connection, and the link to where it is set up. */
export function TestConnection({ connection: { kind, state } }: { connection: Connection }) {
  const mayTest = useMay("ADMIN");
  const { act, page } = TESTS[kind];
  const test = useAction((api) => act(api), { done: (words) => words });
  // What is not connected cannot be tried; without a mail server the mailbox takes the mail.
  const isTestable = mayTest && (state !== "NOT_SET_UP" || kind === "MAIL");
  return (
    <div className="flex flex-wrap items-center gap-3 text-[0.8125rem]">
      {page && (
        <Link href={page.href} className="rounded font-medium text-link hover:underline">
          {page.label}
        </Link>
      )}
      {isTestable && (
        <Button
          variant="secondary"
          size="small"
          disabled={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {test.isPending ? "Testing…" : "Test now"}
        </Button>
      )}
    </div>
  );
}
