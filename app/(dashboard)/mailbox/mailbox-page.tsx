"use client";

import { ChevronLeft, Inbox, MailOpen } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useEffect, useRef } from "react";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { chosenFilters } from "../../_components/table/list.ts";
import { Button } from "../../_components/ui/button.tsx";
import { Card } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { shown } from "../../_lib/shown.ts";
import { MailStatus, mailStatusFilter } from "./mail-status.tsx";

const MailView = dynamic(() => import("./mail-view.tsx").then((part) => part.MailView), { ssr: false });

type Input = Parameters<Api["mail"]["list"]["query"]>[0];
type Row = Awaited<ReturnType<Api["mail"]["list"]["query"]>>["data"][number];

const REFRESH_MS = 15_000;

/** Below this width a mail takes the place of the list. */
const ONE_AT_A_TIME = "(width < 64rem)";

/** The mail that is read, as the address says it. */
const useOpenMail = () => useQueryState("mail", parseAsString.withOptions({ history: "push" }));

/** The mails with their recipients and delivery status, and the one that is read beside them. */
export function MailboxPage() {
  const [mail, setMail] = useOpenMail();
  const { sendsMail } = useDashboard();
  const heading = useFocusOnOpening(mail);
  return (
    <>
      <PageHeader
        title="Mailbox"
        description={
          sendsMail
            ? "Every mail to your users. Your mail server sends them."
            : "Every mail to your users. No mail server is set up, so they are stored here and sent to nobody."
        }
        actions={
          !sendsMail && (
            <Button asChild>
              <a href="/docs/self-hosting#mail">Set up mail</a>
            </Button>
          )
        }
      />
      <div className="group lg:grid lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:items-start lg:gap-4">
        <div className={cn("min-w-0 not-has-[tbody]:lg:col-span-2", mail !== null && "max-lg:hidden")}>
          <DataTable
            name="mails"
            columns={COLUMNS}
            search="Whole e-mail address"
            filters={[mailStatusFilter(sendsMail)]}
            refetchInterval={REFRESH_MS}
            query={(api) => api.mail.list}
            input={({ q, filters }, page) =>
              // An incomplete e-mail address is not searched for.
              ({ ...page, ...(q.includes("@") && { to: q }), ...chosenFilters(filters) }) as Input
            }
            csv={(row) => ({ ...row })}
            empty={
              <Empty Icon={Inbox} title="No mails yet">
                Invitations, confirmations and password resets appear here.
              </Empty>
            }
          />
        </div>
        {mail === null ? (
          <div className="rounded-lg border border-dashed lg:sticky lg:top-4 not-group-has-[tbody]:hidden max-lg:hidden">
            <Empty Icon={MailOpen} title="No mail is open">
              Choose one on the left to read it here.
            </Empty>
          </div>
        ) : (
          <div className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
            <Button
              variant="ghost"
              size="small"
              className="mb-2 -ml-2.5 lg:hidden"
              onClick={() => void setMail(null)}
            >
              <ChevronLeft aria-hidden />
              All mails
            </Button>
            <Card aria-label="Mail">
              <MailView key={mail} id={mail} heading={heading} />
            </Card>
          </div>
        )}
      </div>
    </>
  );
}

const rowId = (mail: string) => `mail-${mail}`;

/** Where one mail takes the list's place, the reader is brought to it as it opens, and back to its row as it closes. */
function useFocusOnOpening(mail: string | null) {
  const before = useRef(mail);
  useEffect(() => {
    const left = before.current;
    before.current = mail;
    if (mail === null && left !== null && window.matchMedia(ONE_AT_A_TIME).matches)
      document.getElementById(rowId(left))?.focus();
  }, [mail]);
  // Called as its heading appears, which is later: the mail is loaded first.
  return useCallback((heading: HTMLHeadingElement | null) => {
    if (window.matchMedia(ONE_AT_A_TIME).matches) heading?.focus();
  }, []);
}

/** Two lines a mail: what and when, to whom, and how far it is unless all is well. */
function MailLines({ mail: { id, subject, to, status, created_at: iso } }: { mail: Row }) {
  const [open, setMail] = useOpenMail();
  return (
    <button
      type="button"
      id={rowId(id)}
      aria-current={id === open ? "true" : undefined}
      onClick={() => void setMail(id)}
      className="block w-full min-w-0 rounded text-left after:absolute after:inset-0 aria-[current]:after:bg-primary/8"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{subject}</span>
        <span className="shrink-0 text-xs text-muted">
          <Moment iso={iso} />
        </span>
      </span>
      <span className="flex items-center justify-between gap-3">
        <span className="truncate text-xs text-muted">{shown(to)}</span>
        {status !== "SENT" && (
          <span className="shrink-0">
            <MailStatus status={status} />
          </span>
        )}
      </span>
    </button>
  );
}

/** Always the same ones: with others the rows would be made anew, and the focus in them would be lost. */
const COLUMNS: Column<Row>[] = [
  {
    id: "subject",
    header: "Mail",
    lines: 2,
    className: "w-full sm:max-w-0",
    cell: (row) => <MailLines mail={row} />,
  },
];
