"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { LazyMenu } from "../../../_components/lazy-menu.tsx";
import { Button, buttonLook } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";

const MoreMenu = dynamic(() => import("./more-menu.tsx"), { ssr: false });

type Endpoint = Awaited<ReturnType<Api["webhookEndpoints"]["get"]["query"]>>;

interface Props {
  endpoint: Endpoint;
}

/** The actions of an endpoint: what is done often as buttons, the rest in a menu. */
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
      {isDisabled && (
        <Button variant="secondary" disabled={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
          Enable
        </Button>
      )}
      <LazyMenu
        Menu={MoreMenu}
        menuProps={{ endpoint, disable: () => toggle.mutate(undefined) }}
        className={buttonLook({ variant: "secondary" })}
      >
        More
        <ChevronDown aria-hidden />
      </LazyMenu>
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
