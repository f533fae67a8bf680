"use client";

import type { Ref } from "react";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Moment } from "../../_components/moment.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../_components/ui/tabs.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { shown } from "../../_lib/shown.ts";
import { useAction, useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { MailStatus } from "./mail-status.tsx";

/** How often a mail that is queued is loaded again, in milliseconds. */
const REFRESH_MS = 2_000;

interface Props {
  id: string;
  /** Where the reader is brought when the mail takes the list's place. */
  heading: Ref<HTMLHeadingElement>;
}

/** One mail. Its text can contain sign-in links, so only administrators see it; other members see its status. */
export function MailView({ id, heading }: Props) {
  const mayRead = useMay("ADMIN");
  const { sendsMail } = useDashboard();
  const {
    data: mail,
    error,
    refetch,
  } = useLoaded("mail", id, (api, signal) => api.mail.get.query({ mail_id: id }, { signal }), {
    refetchInterval: (loaded) => loaded?.status === "QUEUED" && REFRESH_MS,
  });
  const { data: read } = useLoaded(
    "mail body",
    id,
    (api, signal) => api.mail.read.query({ mail_id: id }, { signal }),
    { isWanted: mayRead },
  );
  const reveal = useAction((api) => api.mail.reveal.mutate({ mail_id: id }));
  const body = reveal.data ?? read;
  const retry = useAction((api) => api.mail.retry.mutate({ mail_id: id }), {
    done: sendsMail ? "Usher sends the mail again." : "The mail is stored again. No mail server sends it.",
  });
  if (error && !mail)
    return (
      <div className="p-4">
        <LoadFailure what="The mail" error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!mail)
    return (
      <div role="status" aria-label="Loading" className="space-y-4 p-4">
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
        <div className="min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-base font-semibold tracking-tight break-words outline-none"
          >
            {mail.subject}
          </h2>
          <p className="mt-0.5 text-[0.8125rem] break-words text-muted">
            To {shown(mail.to)} · {mail.template.replaceAll("_", " ")}
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
            <MailStatus status={mail.status} />
            <When mail={mail} />
          </p>
        </div>
        {mail.status === "FAILED" && mayRead && (
          <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Send again
          </Button>
        )}
      </div>
      <div className="space-y-4 p-4">
        {mail.last_error && <Alert tone="negative">{mail.last_error}</Alert>}
        {body?.are_links_hidden && (
          <Alert>
            <p>
              Links are shortened here because they let people in. Your mail server delivers them to the
              recipient.
            </p>
            <Button
              variant="secondary"
              size="small"
              className="mt-2"
              disabled={reveal.isPending}
              onClick={() => reveal.mutate(undefined)}
            >
              Show the links
            </Button>
            <span className="ml-2 text-[0.8125rem]">The audit log records that you looked.</span>
          </Alert>
        )}
        {body ? (
          <Tabs defaultValue="html">
            <TabsList aria-label="Forms of the mail" className="mx-0 px-0 [--scroll-ground:var(--surface)]">
              <TabsTrigger value="html">As it looks</TabsTrigger>
              <TabsTrigger value="text">As text</TabsTrigger>
            </TabsList>
            <TabsContent value="html">
              <MailFrame html={body.html} />
            </TabsContent>
            <TabsContent value="text">
              <pre className="rounded-md border bg-subtle p-3 font-mono text-xs leading-5 whitespace-pre-wrap">
                {body.text}
              </pre>
            </TabsContent>
          </Tabs>
        ) : (
          !mayRead && <Alert>Owners and admins can read the words of a mail.</Alert>
        )}
      </div>
    </>
  );
}

type Mail = Awaited<ReturnType<Api["mail"]["get"]["query"]>>;

/** When it was sent, or is tried next. */
function When({ mail: { sent_at: sent, next_attempt_at: next, attempts } }: { mail: Mail }) {
  const { sendsMail } = useDashboard();
  if (sent)
    return (
      <span>
        {sendsMail ? "sent" : "stored"} <Moment iso={sent} isExact />
      </span>
    );
  if (!next) return null;
  return (
    <span>
      {attempts > 0 && `tried ${attempts === 1 ? "once" : `${attempts} times`}, `}next try{" "}
      <Moment iso={next} />
    </span>
  );
}

/** The frame inherits the dashboard's Content-Security-Policy, which blocks style elements; mails use style attributes. */
const STYLE_ELEMENTS = /<style[\s\S]*?<\/style>/gi;

/** Links of a mail open in a new tab, without a referrer. */
const HEAD = /<head(?:\s[^>]*)?>/i;
const OPENS_BESIDE = '<base target="_blank"><meta name="referrer" content="no-referrer">';

/**
 * A mail in a sandboxed frame, which runs no script and submits no form. Its links open a new tab: without
 * allow-popups-to-escape-sandbox that page would run no scripts either. Browsers treat _blank as noopener.
 */
function MailFrame({ html }: { html: string }) {
  return (
    <iframe
      title="The mail"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replaceAll(STYLE_ELEMENTS, "").replace(HEAD, (head) => head + OPENS_BESIDE)}
      className="h-[32rem] w-full rounded-md border bg-white"
    />
  );
}
