"use client";

import { JsonView } from "../../../_components/json-view.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../../../_components/ui/dialog.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../../_components/ui/tabs.tsx";
import { useAction, useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import { FailureReason } from "../failure-reason.tsx";
import { DeliveryState } from "./delivery-state.tsx";
import { NextTry } from "./next-try.tsx";

/** How often a pending delivery is loaded again, in milliseconds. */
const REFRESH_MS = 2_000;

interface Props {
  endpointId: string;
  eventId: string;
  close: () => void;
}

/** One delivery: the event, and each attempt with its response. */
export function DeliveryDialog({ endpointId, eventId, close }: Props) {
  const key = { endpoint_id: endpointId, event_id: eventId };
  const { data, error, refetch } = useLoaded(
    "delivery",
    key,
    (api, signal) => api.webhookEndpoints.getDelivery.query(key, { signal }),
    { refetchInterval: (delivery) => delivery?.status === "PENDING" && REFRESH_MS },
  );
  const again = useAction((api) => api.webhookEndpoints.replay.mutate(key), {
    done: "The event is sent again.",
  });
  const mayReplay = useMay("ADMIN");
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title={data?.type ?? "Delivery"} className="sm:max-w-3xl">
        <DialogBody>
          {error && !data && <LoadFailure what="The delivery" error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton className="h-40 w-full" />}
          {data && (
            <>
              <p className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
                <DeliveryState delivery={data} />
                {data.next_attempt_at && (
                  <span>
                    next try <NextTry iso={data.next_attempt_at} />
                  </span>
                )}
              </p>
              {data.last_error && (
                <Alert tone="negative">
                  <FailureReason reason={data.last_error} />
                </Alert>
              )}
              <Tabs defaultValue="event">
                <TabsList aria-label="Parts of the delivery" className="mx-0 px-0">
                  <TabsTrigger value="event">What is sent</TabsTrigger>
                  <TabsTrigger value="tries">Tries</TabsTrigger>
                </TabsList>
                <TabsContent value="event">
                  <JsonView value={data.event} label="The event" />
                </TabsContent>
                <TabsContent value="tries">
                  <ul className="space-y-3">
                    {data.attempt_log.map((attempt) => (
                      <li key={attempt.id} className="rounded-md border p-3 text-[0.8125rem]">
                        <p className="flex flex-wrap justify-between gap-2">
                          <span className="font-medium">
                            {attempt.error ? (
                              <FailureReason reason={attempt.error} />
                            ) : (
                              `Answered ${attempt.response_status ?? "nothing"}`
                            )}
                          </span>
                          <span className="text-muted">
                            <Moment iso={attempt.started_at} isExact /> · {attempt.duration_ms} ms
                          </span>
                        </p>
                        {attempt.response_body && (
                          <pre className="mt-2 max-h-40 overflow-auto rounded bg-subtle p-2 font-mono text-xs whitespace-pre-wrap">
                            {attempt.response_body}
                          </pre>
                        )}
                      </li>
                    ))}
                  </ul>
                </TabsContent>
              </Tabs>
            </>
          )}
        </DialogBody>
        {mayReplay && data && data.status !== "PENDING" && (
          <DialogFooter>
            <Button disabled={again.isPending} onClick={() => again.mutate(undefined)}>
              Send again
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}
