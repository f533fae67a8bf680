"use client";

import { AppWindow } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog, OpenAction } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Moment } from "../../_components/moment.tsx";
import { OnlyFor } from "../../_components/only-for.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { RowMenu } from "../../_components/row-menu.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";
import { QuickStartCard } from "./quick-start-card.tsx";
import type { Keys } from "./quick-start-commands.ts";

type Row = Awaited<ReturnType<Api["applications"]["list"]["query"]>>["data"][number];
type Scope = NonNullable<Parameters<Api["applications"]["create"]["mutate"]>[0]["scopes"]>[number];
type WithSecrets = Awaited<ReturnType<Api["applications"]["create"]["mutate"]>>;

const KINDS = { SERVER: "Server", BROWSER: "Browser" } as const;

const COLUMNS: Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <>
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{row.name}</span>
          {row.revoked_at && <Badge tone="negative">Revoked</Badge>}
          {row.scopes.length > 0 && !row.revoked_at && <Badge tone="notice">Admin</Badge>}
        </span>
        <span className="text-xs text-muted sm:hidden">{KINDS[row.kind]}</span>
      </>
    ),
  },
  { id: "kind", header: "Kind", from: "sm", className: "text-muted", cell: ({ kind }) => KINDS[kind] },
  {
    id: "client",
    header: "Client id",
    from: "md",
    onCard: true,
    cell: ({ id }) => <CopyButton value={id} className="max-w-44" />,
  },
  {
    id: "hint",
    header: "x-app-id",
    from: "md",
    cell: ({ identifier_hint: hint }) => (
      <>
        <span className="sr-only">ends in {hint}</span>
        <code aria-hidden className="font-mono text-xs text-muted">
          …{hint}
        </code>
      </>
    ),
  },
  {
    id: "used",
    header: "Last used",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ last_used_at: iso }) =>
      iso === null ? <span className="text-muted">Never</span> : <Moment iso={iso} />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    from: "lg",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <RowActions row={row} /> },
];

const OVERLAPS = [
  { value: "0", label: "Immediately" },
  { value: "3600", label: "After an hour" },
  { value: "86400", label: "After a day" },
  { value: "604800", label: "After a week" },
];

const ORIGINS: FormField = {
  name: "allowed_origins",
  label: "Allowed origins",
  kind: "list",
  placeholder: "https://app.example.com",
  hint: "The origins of pages that may call as this application, one per line.",
};

/** What each scope allows, in words. A scope without words does not compile. */
const SCOPES: Record<Scope, { label: string; hint: string }> = {
  "billing:admin": {
    label: "Administer billing",
    hint: "billing:admin: its tokens may change the catalog, usage, overrides, test clocks, webhooks, applications and settings, and import, export and erase data. Without it a back end can check entitlements, record usage and manage subscriptions.",
  },
};

const RIGHTS: FormField = {
  name: "scopes",
  label: "Administrator rights",
  kind: "choices",
  options: Object.entries(SCOPES).map(([value, words]) => ({ value, ...words })),
};

function RowActions({ row }: { row: Row }) {
  if (!useMay("ADMIN") || row.revoked_at) return null;
  return (
    <span className="flex justify-end gap-1">
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Edit ${row.name}`}>
            Edit
          </Button>
        }
        title={`Edit ${row.name}`}
        schema={async () =>
          (await import("../../../server/domain/applications/change-application-schema.ts")).UpdateApplication
        }
        fields={[
          { name: "name", label: "Name", isRequired: true },
          ...(row.kind === "SERVER" ? [RIGHTS] : []),
          ORIGINS,
        ]}
        fixed={{ application_id: row.id }}
        initial={{ name: row.name, scopes: row.scopes, allowed_origins: row.allowed_origins }}
        submit="Save"
        done="The application was changed."
        act={(api, input) => api.applications.update.mutate(input)}
      />
      <RowMenu
        of={row.name}
        actions={[
          {
            label: "Rotate keys",
            dialog: (close) => (
              <OpenAction
                close={close}
                title={`Rotate the keys of ${row.name}`}
                description="The application gets a new id and a new secret. The old ones keep working for the time you choose, so that you can replace them without downtime."
                schema={async () =>
                  (await import("../../../server/domain/applications/change-application-schema.ts"))
                    .RotateApplication
                }
                fields={[
                  { name: "overlap_seconds", label: "The old keys stop", kind: "choice", options: OVERLAPS },
                ]}
                fixed={{ application_id: row.id }}
                initial={{ overlap_seconds: 86_400 }}
                submit="Rotate"
                act={(api, input) => api.applications.rotate.mutate(input)}
                result={(made) => <Secrets made={made} />}
                isShownOnce
              />
            ),
          },
          {
            label: "Revoke",
            isLast: true,
            dialog: (close) => (
              <OpenAction
                close={close}
                title={`Revoke ${row.name}?`}
                description="Its id, secret and tokens stop working within a second. This cannot be undone."
                schema={async () =>
                  (await import("../../../server/domain/applications/change-application-schema.ts"))
                    .ApplicationId
                }
                fixed={{ application_id: row.id }}
                submit="Revoke"
                keep="Keep application"
                isDangerous
                done="The application was revoked."
                act={(api, input) => api.applications.revoke.mutate(input)}
              />
            ),
          },
        ]}
      />
    </span>
  );
}

/** The secrets that are shown only once. */
function Secrets({ made }: { made: WithSecrets }) {
  const secrets: [string, string | null][] = [
    ["x-app-id", made.app_id],
    ["client_id", made.kind === "SERVER" ? made.id : null],
    ["client_secret", made.client_secret],
  ];
  return (
    <>
      <Alert>Copy these now: a server application's id and secret are shown only once.</Alert>
      <dl className="space-y-3">
        {secrets.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="mb-1 text-xs font-medium text-muted">{name}</dt>
                <dd className="rounded-md border bg-subtle px-3 py-2">
                  <CopyButton value={value} label={name} className="text-foreground" />
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

/** The keys of a server application; one for browsers has no token to get. */
function keysOf({ id, app_id: appId, client_secret: clientSecret }: WithSecrets): Keys | null {
  return clientSecret === null ? null : { appId, clientId: id, clientSecret };
}

/** The callers of the tenant's API and their keys. */
export function ApplicationsPage() {
  const mayChange = useMay("ADMIN");
  const pressed = usePressedByLink("new");
  const [keys, setKeys] = useState<Keys | null>(null);
  return (
    <>
      <PageHeader
        title="Applications"
        description="Back ends and sites that may call Usher's API. Each has keys of its own."
        actions={
          mayChange && (
            <ActionDialog
              trigger={<Button ref={pressed}>New application</Button>}
              title="New application"
              schema={async () =>
                (await import("../../../server/domain/applications/create-application-schema.ts"))
                  .CreateApplication
              }
              fields={[
                { name: "name", label: "Name", isRequired: true },
                {
                  name: "kind",
                  label: "Kind",
                  kind: "select",
                  options: [
                    { value: "SERVER", label: "Server: your back end, which keeps secrets" },
                    { value: "BROWSER", label: "Browser: a page, which cannot keep secrets" },
                  ],
                },
                { ...RIGHTS, isShown: ({ kind }) => kind === "SERVER" },
                { ...ORIGINS, isShown: ({ kind }) => kind === "BROWSER" },
              ]}
              initial={{ kind: "SERVER" }}
              submit="Create application"
              act={async (api, input) => {
                const made = await api.applications.create.mutate(input);
                setKeys(keysOf(made));
                return made;
              }}
              result={(made) => <Secrets made={made} />}
              isShownOnce
            />
          )
        }
      />
      <div className="in-order space-y-4">
        <OnlyFor least="ADMIN">
          <DataTable
            name="applications"
            columns={COLUMNS}
            query={(api) => api.applications.list}
            input={(_, page) => page}
            empty={
              <Empty Icon={AppWindow} title="No applications yet">
                Create one for your back end to get its keys.
              </Empty>
            }
          />
        </OnlyFor>
        <QuickStartCard keys={keys} />
      </div>
    </>
  );
}
