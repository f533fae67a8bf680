"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { LazyMenu } from "../../../_components/lazy-menu.tsx";
import { Button, buttonLook } from "../../../_components/ui/button.tsx";
import { formatCount } from "../../../_lib/format.ts";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";
import type { Endpoint } from "./endpoint.ts";

const MoreMenu = dynamic(() => import("./more-menu.tsx"), { ssr: false });

/** The actions of an endpoint: what its state asks for as a button, the rest in a menu. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const fixed = { endpoint_id: endpoint.id };
  const isDisabled = endpoint.disabled_at !== null;
  const test = useAction((api) => api.webhookEndpoints.test.mutate(fixed), {
    done: "A test event is on its way.",
  });
  const again = useAction(
    (api) => api.webhookEndpoints.replay.mutate({ ...fixed, only_failed: true, waiting: true }),
    {
      done: ({ queued }) =>
        queued === 1 ? "1 event is tried again now." : `${formatCount(queued)} events are tried again now.`,
    },
  );
  const toggle = useAction((api) => api.webhookEndpoints.update.mutate({ ...fixed, disabled: !isDisabled }), {
    done: isDisabled ? "Events are sent again." : "Nothing is sent any more.",
  });
  if (!useMay("ADMIN")) return null;
  const hasTrouble = endpoint.state === "FAILING" || endpoint.failed > 0;
  const first = isDisabled
    ? { action: toggle, label: "Enable endpoint" }
    : hasTrouble
      ? { action: again, label: "Try all again" }
      : { action: test, label: "Send test event" };
  return (
    <>
      <Button disabled={first.action.isPending} onClick={() => first.action.mutate(undefined)}>
        {first.label}
      </Button>
      <LazyMenu
        Menu={MoreMenu}
        menuProps={{
          endpoint,
          disable: () => toggle.mutate(undefined),
          ...(hasTrouble && !isDisabled && { test: () => test.mutate(undefined) }),
        }}
        className={buttonLook({ variant: "secondary" })}
      >
        More
        <ChevronDown aria-hidden />
      </LazyMenu>
    </>
  );
}
