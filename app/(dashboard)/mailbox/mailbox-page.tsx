"use client";

import { Inbox } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { chosenFilters } from "../../_components/table/list.ts";
import { RowName } from "../../_components/table/row-name.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { MailStatus, mailStatusFilter } from "./mail-status.tsx";

const MailDialog = dynamic(() => import("./mail-dialog.tsx").then((part) => part.MailDialog), { ssr: false });

type Input = Parameters<Api["mail"]["list"]["query"]>[0];
type Row = Awaited<ReturnType<Api["mail"]["list"]["query"]>>["data"][number];

const REFRESH_MS = 15_000;

/** "Invoice reminder" of invoice_reminder. */
const inWords = (template: string) =>
  template.slice(0, 1).toUpperCase() + template.slice(1).replaceAll("_", " ");

/** The mails with their recipients and delivery status. */
export function MailboxPage() {
  const [mail, setMail] = useQueryState("mail", parseAsString);
  const { sendsMail } = useDashboard();
  const columns: Column<Row>[] = [
    {
      id: "subject",
      header: "Mail",
      lines: 2,
      cell: ({ id, subject, to }) => (
        <button
          type="button"
          onClick={() => void setMail(id)}
          className="block max-w-full min-w-0 rounded text-left after:absolute after:inset-0"
        >
          <RowName name={subject} also={<span className="sm:hidden">{to}</span>} />
        </button>
      ),
    },
    {
      id: "to",
      header: "To",
      from: "sm",
      cell: ({ to }) => <span className="block max-w-64 truncate">{to}</span>,
    },
    { id: "status", header: "Status", isAside: true, cell: ({ status }) => <MailStatus status={status} /> },
    {
      id: "template",
      header: "Kind",
      from: "lg",
      className: "text-muted",
      cell: ({ template }) => inWords(template),
    },
    {
      id: "attempts",
      header: "Tries",
      align: "right",
      from: "lg",
      cell: ({ attempts }) => attempts,
    },
    {
      id: "created",
      header: "Written",
      align: "right",
      from: "sm",
      onCard: true,
      cell: ({ created_at: iso }) => <Moment iso={iso} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="Mailbox"
        description={
          sendsMail
            ? "Every mail to your users. Your mail server sends them."
            : "Every mail to your users. No mail server is configured, so they are stored here and not sent."
        }
      />
      <DataTable
        name="mails"
        columns={columns}
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
      {mail && <MailDialog id={mail} close={() => void setMail(null)} />}
    </>
  );
}
