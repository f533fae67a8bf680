"use client";

import { ChevronDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { OpenAction } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../_components/ui/dropdown-menu.tsx";
import type { Api } from "../../../_lib/api.ts";

type Endpoint = Awaited<ReturnType<Api["webhookEndpoints"]["get"]["query"]>>;

interface Props {
  endpoint: Endpoint;
  disable: () => void;
  isWanted: boolean;
}

const DIALOGS = { rotate: RotateSecret, delete: DeleteEndpoint } as const;

/** The rarer actions of an endpoint. */
export default function MoreMenu({ endpoint, disable, isWanted }: Props) {
  const [chosen, setChosen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = chosen && DIALOGS[chosen];
  return (
    <>
      <DropdownMenu defaultOpen={isWanted}>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary">
            More
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setChosen("rotate")}>Rotate secret</DropdownMenuItem>
          {endpoint.disabled_at === null && <DropdownMenuItem onSelect={disable}>Disable</DropdownMenuItem>}
          <DropdownMenuItem onSelect={() => setChosen("delete")}>Delete</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {Dialog && <Dialog endpoint={endpoint} close={() => setChosen(null)} />}
    </>
  );
}

interface DialogProps {
  endpoint: Endpoint;
  close: () => void;
}

function RotateSecret({ endpoint, close }: DialogProps) {
  return (
    <OpenAction
      close={close}
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

function DeleteEndpoint({ endpoint, close }: DialogProps) {
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
