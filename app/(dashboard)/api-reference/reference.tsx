"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { LoadFailure } from "../../_components/load-failure.tsx";
import Loading from "../loading.tsx";
import { EndpointView } from "./endpoint-view.tsx";
import { KeysCard } from "./keys-card.tsx";
import { areasOf, type Document } from "./openapi.ts";
import { OperationsList } from "./operations-list.tsx";
import type { Keys } from "./send-request.ts";

/** Every operation of the API, from the OpenAPI document that the server generates from its routers. */
export function Reference() {
  const {
    data: document,
    error,
    refetch,
  } = useQuery({
    queryKey: ["openapi"],
    queryFn: async ({ signal }): Promise<Document> => (await fetch("/openapi.json", { signal })).json(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useQueryState("operation", parseAsString.withDefault("auth_token"));
  const [keys, setKeys] = useState<Keys>({ appId: "", token: "" });
  if (error && !document)
    return <LoadFailure what="The reference" error={error} onRetry={() => void refetch()} />;
  if (!document) return <Loading />;
  const areas = areasOf(document);
  const all = areas.flatMap(({ title: area, groups }) =>
    groups.flatMap(({ title, endpoints }) =>
      endpoints.map((endpoint) => ({ place: [area, title], endpoint })),
    ),
  );
  const found = all.find(({ endpoint }) => endpoint.operation.operationId === chosen) ?? all[0];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-8">
      <OperationsList areas={areas} current={found?.endpoint} onChoose={(id) => void setChosen(id)} />
      <div className="min-w-0 space-y-6">
        <KeysCard keys={keys} onChange={setKeys} />
        {found && (
          <EndpointView
            key={found.endpoint.operation.operationId}
            document={document}
            endpoint={found.endpoint}
            place={found.place}
            keys={keys}
          />
        )}
      </div>
    </div>
  );
}
