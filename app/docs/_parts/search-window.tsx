"use client";

import { FileText, Hash } from "lucide-react";
import MiniSearch from "minisearch";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import { type Found, SearchList } from "../../_components/search-list.tsx";
import { Dialog, DialogContent } from "../../_components/ui/dialog.tsx";
import { SEARCH_OPTIONS, type SearchEntry, type SearchHit } from "../_content/search-options.ts";

const MAX_HITS = 12;

let kept: Promise<MiniSearch<SearchEntry>> | undefined;

/** The index, fetched at the first search. */
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
  const hits = (index && wanted !== "" ? index.search(wanted).slice(0, MAX_HITS) : []) as SearchHit[];

  function go(href: string) {
    close();
    // Made of the files' names and of their headings.
    router.push(href as Route);
  }

  function toFound({ id, title, heading, excerpt }: SearchHit): Found {
    const Icon = heading === "" ? FileText : Hash;
    const content = (
      <>
        <Icon aria-hidden className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            {heading === "" ? title : heading}
            {heading !== "" && <span className="font-normal text-muted"> · {title}</span>}
          </span>
          <span className="block truncate text-xs text-muted">{excerpt}</span>
        </span>
      </>
    );
    return { id, content, open: () => go(id) };
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Search the documentation" className="sm:top-[12vh] sm:max-w-2xl sm:translate-y-0">
        <SearchList
          label="Search the documentation"
          placeholder="Words, a field, an error code"
          typed={typed}
          onType={setTyped}
          groups={[{ items: hits.map(toFound) }]}
          empty={
            hasFailed
              ? "The index could not be loaded. Try again in a moment."
              : wanted === ""
                ? "Type to search every page."
                : index === null
                  ? "Searching…"
                  : "No results."
          }
          className="max-h-[60dvh]"
          itemClassName="items-start py-2"
        />
      </DialogContent>
    </Dialog>
  );
}
