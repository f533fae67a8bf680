"use client";

import { useRouter } from "next/navigation";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { OpenAction } from "../../../_components/form/action-dialog.tsx";
import { useAddress } from "../use-address.ts";
import type { Endpoint } from "./endpoint.ts";

interface DialogProps {
  endpoint: Endpoint;
  close: () => void;
}

export function EditEndpoint({ endpoint, close }: DialogProps) {
  const { field, schemas } = useAddress();
  return (
    <OpenAction
      close={close}
      title="Edit the endpoint"
      schema={async () => (await schemas()).update}
      fields={[
        field,
        { name: "types", label: "Events", kind: "event types" },
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

export function ReplayEvents({ endpoint, close }: DialogProps) {
  return (
    <OpenAction
      close={close}
      title="Send events again"
      description="Each event is delivered again with all its retries. Deliveries that wait are not affected."
      schema={async () =>
        (await import("../../../../server/domain/webhooks/deliveries/replay-schema.ts")).ReplayWebhooks
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

export function RotateSecret({ endpoint, close }: DialogProps) {
  return (
    <OpenAction
      close={close}
      title="Rotate the secret"
      description="Until the overlap ends, Usher signs deliveries with both secrets, so that your receiver accepts them all."
      schema={async () =>
        (await import("../../../../server/domain/webhooks/rotate-secret-schema.ts")).RotateWebhookSecret
      }
      fields={[{ name: "overlap_seconds", label: "The old secret stops", kind: "choice", options: OVERLAPS }]}
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

/** In seconds. */
const OVERLAPS = [
  { value: "0", label: "Immediately" },
  { value: "3600", label: "After an hour" },
  { value: "86400", label: "After a day" },
  { value: "604800", label: "After a week" },
];

export function DeleteEndpoint({ endpoint, close }: DialogProps) {
  const router = useRouter();
  return (
    <OpenAction
      close={close}
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
