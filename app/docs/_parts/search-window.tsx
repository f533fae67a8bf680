"use client";

import { Command } from "cmdk";
import { FileText, Hash, Search } from "lucide-react";
import MiniSearch from "minisearch";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import { Dialog, DialogContent } from "../../_components/ui/dialog.tsx";
import { SEARCH_OPTIONS, type SearchEntry, type SearchHit } from "../_content/search-options.ts";

const MOST_HITS = 12;

let kept: Promise<MiniSearch<SearchEntry>> | undefined;

/** The index, fetched when somebody first searches. */
function loadIndex(): Promise<MiniSearch<SearchEntry>> {
  kept ??= fetch("/docs/search.json")
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then((json) => MiniSearch.loadJSON<SearchEntry>(json, SEARCH_OPTIONS))
    .catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
  return kept;
}

/** Searches every section of the documentation, in the browser. */
export default function SearchWindow({ close }: { close: () => void }) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [index, setIndex] = useState<MiniSearch<SearchEntry> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    loadIndex().then(setIndex, () => setHasFailed(true));
  }, []);
  const wanted = useDeferredValue(typed.trim());
  // What is stored beside the index is what the options name.
  const hits = (index && wanted !== "" ? index.search(wanted).slice(0, MOST_HITS) : []) as SearchHit[];

  function go(href: string) {
    close();
    // Made of the files' names and of their headings.
    router.push(href as Route);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Search the documentation" className="sm:top-[12vh] sm:max-w-2xl sm:translate-y-0">
        <Command shouldFilter={false} label="Search the documentation" className="flex min-h-0 flex-col">
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search aria-hidden className="size-4 shrink-0 text-muted" />
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              autoFocus
              placeholder="Words, a field, an error code"
              className="h-11 w-full bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
            />
          </div>
          <Command.List className="max-h-[60dvh] overflow-y-auto p-1.5">
            <Command.Empty className="px-3 py-8 text-center text-[0.8125rem] text-muted">
              {hasFailed
                ? "The index could not be loaded. Try again in a moment."
                : wanted === ""
                  ? "Type to search every page."
                  : index === null
                    ? "Looking…"
                    : "Nothing is called that."}
            </Command.Empty>
            {hits.map(({ id, title, heading, excerpt }) => {
              const Icon = heading === "" ? FileText : Hash;
              return (
                <Command.Item
                  key={id}
                  value={id}
                  onSelect={() => go(id)}
                  className="flex cursor-pointer items-start gap-2.5 rounded-md px-2.5 py-2 text-[0.8125rem] data-[selected=true]:bg-subtle"
                >
                  <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">
                      {heading === "" ? title : heading}
                      {heading !== "" && <span className="font-normal text-muted"> · {title}</span>}
                    </span>
                    <span className="block truncate text-xs text-muted">{excerpt}</span>
                  </span>
                </Command.Item>
              );
            })}
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
