"use client";

import { useState } from "react";
import { Empty } from "../../_components/empty.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { cn } from "../../_lib/cn.ts";
import type { Endpoint, endpointsOf } from "./openapi.ts";

interface Props {
  groups: ReturnType<typeof endpointsOf>;
  current: Endpoint | undefined;
  onChoose: (operationId: string) => void;
}

/** The operations grouped by tag, with a search field. */
export function OperationsList({ groups, current, onChoose }: Props) {
  const [wanted, setWanted] = useState("");
  const fits = ({ path, operation }: Endpoint) =>
    `${path} ${operation.summary}`.toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    <Card aria-label="Operations" className="lg:sticky lg:top-4">
      <div className="border-b p-2.5">
        <Input
          type="search"
          aria-label="Find an operation"
          placeholder="Find an operation"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="h-8"
        />
      </div>
      <nav aria-label="Operations" className="max-h-60 overflow-y-auto p-2 lg:max-h-[calc(100dvh-8rem)]">
        {groups.map(({ tag, endpoints }) => {
          const shown = endpoints.filter(fits);
          return (
            shown.length > 0 && (
              <div key={tag} className="mb-3">
                <p className="px-2 py-1 text-xs font-medium text-muted">{tag}</p>
                <ul aria-label={tag}>
                  {shown.map(({ operation }) => {
                    const isCurrent = operation.operationId === current?.operation.operationId;
                    return (
                      <li key={operation.operationId}>
                        <button
                          type="button"
                          aria-current={isCurrent ? "true" : undefined}
                          onClick={() => onChoose(operation.operationId)}
                          className={cn(
                            "min-h-7 w-full rounded-md px-2 py-1 text-left text-[0.8125rem] text-muted transition-colors hover:bg-subtle hover:text-foreground",
                            isCurrent && "bg-subtle font-medium text-foreground",
                          )}
                        >
                          {operation.summary}
                        </button>
                      </li>
                    );
                  })}
                </ul>
              </div>
            )
          );
        })}
        {!groups.some(({ endpoints }) => endpoints.some(fits)) && <Empty title="No operation matches" />}
      </nav>
    </Card>
  );
}
