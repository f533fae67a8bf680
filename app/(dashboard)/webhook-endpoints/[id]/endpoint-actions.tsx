"use client";

import { useRouter } from "next/navigation";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";

type Endpoint = Awaited<ReturnType<Api["webhookEndpoints"]["get"]["query"]>>;

interface Props {
  endpoint: Endpoint;
}

/** The actions of an endpoint. */
export function EndpointActions({ endpoint }: Props) {
  const fixed = { endpoint_id: endpoint.id };
  const isDisabled = endpoint.disabled_at !== null;
  const test = useAction((api) => api.webhookEndpoints.test.mutate(fixed), {
    done: "A test event is on its way.",
  });
  const toggle = useAction((api) => api.webhookEndpoints.update.mutate({ ...fixed, disabled: !isDisabled }), {
    done: isDisabled ? "Events are sent again." : "Nothing is sent any more.",
  });
  if (!useMay("ADMIN")) return null;
  return (
    <>
      <Button disabled={test.isPending || isDisabled} onClick={() => test.mutate(undefined)}>
        Send test
      </Button>
      <ReplayDialog endpoint={endpoint} />
      <EditDialog endpoint={endpoint} />
      <RotateSecretDialog endpoint={endpoint} />
      <Button variant="secondary" disabled={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
        {isDisabled ? "Enable" : "Disable"}
      </Button>
      <DeleteDialog endpoint={endpoint} />
    </>
  );
}

function ReplayDialog({ endpoint }: Props) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Send again</Button>}
      title="Send events again"
      description="Each event is delivered again with all its retries. Pending deliveries are not affected."
      schema={async () =>
        (await import("../../../../server/domain/webhooks/deliveries/delivery-schema.ts")).ReplayWebhooks
      }
      fields={[
        { name: "only_failed", label: "Only failed deliveries", kind: "switch" },
        { name: "from", label: "From (UTC)", kind: "moment" },
        { name: "to", label: "To (UTC)", kind: "moment" },
      ]}
      fixed={{ endpoint_id: endpoint.id }}
      initial={{ only_failed: true }}
      submit="Send again"
      act={(api, input) => api.webhookEndpoints.replay.mutate(input)}
      done={({ queued }) => (queued === 1 ? "1 event is sent again." : `${queued} events are sent again.`)}
    />
  );
}

function EditDialog({ endpoint }: Props) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Edit</Button>}
      title="Edit the endpoint"
      schema={async () =>
        (await import("../../../../server/domain/webhooks/schema.ts")).UpdateWebhookEndpoint
      }
      fields={[
        { name: "url", label: "Address", isRequired: true },
        { name: "types", label: "Events", kind: "list", hint: "One per line. Use * for all." },
        { name: "description", label: "Description", whenEmpty: "null" },
      ]}
      fixed={{ endpoint_id: endpoint.id }}
      initial={{ url: endpoint.url, types: endpoint.types, description: endpoint.description }}
      submit="Save"
      done="The endpoint was changed."
      act={(api, input) => api.webhookEndpoints.update.mutate(input)}
    />
  );
}

function RotateSecretDialog({ endpoint }: Props) {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Rotate secret</Button>}
      title="Rotate the secret"
      description="Until the overlap ends, Usher signs deliveries with both secrets, so that your receiver accepts them all."
      schema={async () => (await import("../../../../server/domain/webhooks/schema.ts")).RotateWebhookSecret}
      fields={[{ name: "overlap_seconds", label: "Overlap, seconds", kind: "number", isRequired: true }]}
      fixed={{ endpoint_id: endpoint.id }}
      initial={{ overlap_seconds: 86_400 }}
      submit="Rotate"
      done="Usher now signs with the new secret."
      act={(api, input) => api.webhookEndpoints.rotateSecret.mutate(input)}
      isShownOnce
      result={({ secret }) => (
        <>
          <p>The new secret is shown this once:</p>
          <p className="rounded-md border bg-subtle px-3 py-2">
            <CopyButton value={secret} className="text-sm text-foreground" />
          </p>
        </>
      )}
    />
  );
}

function DeleteDialog({ endpoint }: Props) {
  const router = useRouter();
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Delete</Button>}
      title="Delete the endpoint?"
      description="This also deletes its deliveries and their log. The events stay."
      schema={async () => (await import("../../../../server/domain/webhooks/schema.ts")).WebhookEndpointId}
      fixed={{ endpoint_id: endpoint.id }}
      submit="Delete"
      keep="Keep endpoint"
      isDangerous
      done="The endpoint was deleted."
      act={(api, input) => api.webhookEndpoints.delete.mutate(input)}
      onDone={() => router.push("/webhook-endpoints")}
    />
  );
}
