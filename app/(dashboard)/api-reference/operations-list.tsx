"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Empty } from "../../_components/empty.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { cn } from "../../_lib/cn.ts";
import { formatCount } from "../../_lib/format.ts";
import type { Area, Endpoint, Group } from "./openapi.ts";

interface Props {
  areas: Area[];
  current: Endpoint | undefined;
  onChoose: (operationId: string) => void;
}

/** The operations by area and by what they are about, with a search field. */
export function OperationsList({ areas, current, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = areas
    .map(({ title, groups }) => ({
      title,
      groups: groups
        .map((group) => ({ ...group, endpoints: group.endpoints.filter(fits(words, title, group)) }))
        .filter(({ endpoints }) => endpoints.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
  return (
    <div className="lg:sticky lg:top-4">
      <Input
        type="search"
        aria-label="Find an operation"
        placeholder="Find an operation, such as refund"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="h-9"
      />
      <nav
        aria-label="Operations"
        className="mt-3 max-h-64 overflow-y-auto border-b pb-2 lg:max-h-[calc(100dvh-6rem)] lg:border-b-0"
      >
        {shown.map(({ title, groups }) => (
          <section key={title} aria-label={title} className="mb-4">
            <h2 className="px-2 pb-1 text-xs font-semibold">{title}</h2>
            {groups.map((group) => (
              <GroupFold
                key={`${group.name} ${words.length > 0}`}
                group={group}
                current={current}
                isOpen={words.length > 0 || group.endpoints.some((one) => one === current)}
                onChoose={onChoose}
              />
            ))}
          </section>
        ))}
        {shown.length === 0 && <Empty title="No operation matches" />}
      </nav>
    </div>
  );
}

/** Whether an operation has every word, in its summary, its path, or what it belongs to. */
const fits =
  (words: string[], area: string, { title }: Group) =>
  ({ path, operation }: Endpoint) => {
    const text = `${path} ${operation.summary} ${title} ${area}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };

interface GroupFoldProps extends Pick<Props, "current" | "onChoose"> {
  group: Group;
  /** Whether it is open at first. */
  isOpen: boolean;
}

function GroupFold({ group: { title, endpoints }, current, isOpen, onChoose }: GroupFoldProps) {
  return (
    <details className="group/fold" open={isOpen}>
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-md px-2 text-[0.8125rem] hover:bg-subtle [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted group-open/fold:rotate-90" />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className="text-xs text-muted tabular-nums">{formatCount(endpoints.length)}</span>
      </summary>
      <ul aria-label={title} className="mb-1 ml-3.5 border-l pl-1.5">
        {endpoints.map(({ method, operation }) => {
          const isCurrent = operation.operationId === current?.operation.operationId;
          return (
            <li key={operation.operationId}>
              <button
                type="button"
                aria-current={isCurrent ? "true" : undefined}
                onClick={() => onChoose(operation.operationId)}
                className={cn(
                  "flex min-h-8 w-full items-baseline gap-2 rounded-md px-2 py-1.5 text-left text-[0.8125rem] text-muted transition-colors hover:bg-subtle hover:text-foreground",
                  isCurrent && "bg-subtle font-medium text-foreground",
                )}
              >
                <span className="w-9 shrink-0 font-mono text-[0.625rem] font-medium">
                  {SHORT[method] ?? method}
                </span>
                <span className="min-w-0">{operation.summary}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** So that all are as wide. */
const SHORT: Record<string, string> = { DELETE: "DEL" };
