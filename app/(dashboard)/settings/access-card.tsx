"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Moment } from "../../_components/moment.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import type { Api } from "../../_lib/api.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";

type Grants = Awaited<ReturnType<Api["tenantGrants"]["list"]["query"]>>;
type Grant = Grants["given"][number];

const schema = async () => (await import("../../../server/domain/tenants/tenant-grants-schema.ts")).GiveGrant;

/** The tenants that may list this tenant's waitlist, and the tenants whose waitlist it may list. */
export function AccessCard() {
  const mayChange = useMay("OWNER");
  const { data, error, refetch } = useLoaded("tenantGrants", "all", (api, signal) =>
    api.tenantGrants.list.query({}, { signal }),
  );
  if (error && !data)
    return <LoadFailure what="Access by other tenants" error={error} onRetry={() => void refetch()} />;
  return (
    <Card aria-label="Access by other tenants">
      <CardHeader className="flex-row items-center justify-between gap-4">
        <CardTitle>Access by other tenants</CardTitle>
        {mayChange && (
          <ActionDialog
            trigger={
              <Button variant="secondary" size="small">
                Grant access
              </Button>
            }
            title="Let another tenant list your waitlist"
            description="The other tenant's owner finds the tenant id at the top of its settings. Your own sandbox needs access, too."
            schema={schema}
            fields={[{ name: "tenant_id", label: "Tenant's id", placeholder: "tnt_…", isRequired: true }]}
            submit="Grant access"
            done="Access was granted."
            act={(api, input) => api.tenantGrants.create.mutate(input)}
          />
        )}
      </CardHeader>
      {data ? <Lists grants={data} mayChange={mayChange} /> : <Skeleton className="m-4 h-10" />}
    </Card>
  );
}

function Lists({ grants: { given, received }, mayChange }: { grants: Grants; mayChange: boolean }) {
  return (
    <>
      {given.length === 0 && (
        <p className="p-4 text-sm text-muted">No other tenant can list your waitlist.</p>
      )}
      {given.length > 0 && (
        <ul className="divide-y">
          {given.map((grant) => (
            <li key={grant.tenant_id} className="flex items-center justify-between gap-4 px-4 py-3">
              <Party id={grant.tenant_id} says="can list your waitlist since" at={grant.created_at} />
              {mayChange && <TakeBack grant={grant} />}
            </li>
          ))}
        </ul>
      )}
      {received.length > 0 && (
        <ul className="divide-y border-t" aria-label="Waitlists that you can list">
          {received.map((grant) => (
            <li key={grant.granted_tenant_id} className="px-4 py-3">
              <Party
                id={grant.granted_tenant_id}
                says="lets you list its waitlist since"
                at={grant.created_at}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Party({ id, says, at }: { id: string; says: string; at: string }) {
  return (
    <span className="min-w-0 text-sm">
      <code className="block truncate text-xs">{id}</code>
      <span className="text-muted">
        {says} <Moment iso={at} />
      </span>
    </span>
  );
}

function TakeBack({ grant }: { grant: Grant }) {
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small" aria-label={`Revoke access of ${grant.tenant_id}`}>
          Revoke
        </Button>
      }
      title="Revoke access?"
      description={`From now on ${grant.tenant_id} cannot list your waitlist.`}
      schema={schema}
      fixed={{ tenant_id: grant.tenant_id }}
      submit="Revoke"
      keep="Keep access"
      isDangerous
      done="Access was revoked."
      act={(api, input) => api.tenantGrants.delete.mutate(input)}
    />
  );
}
