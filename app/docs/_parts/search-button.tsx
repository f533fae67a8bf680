"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { type MouseEvent, useState } from "react";

const SearchWindow = dynamic(() => import("./search-window.tsx"), { ssr: false });

/** Opens the search; so do `/`, Ctrl-K and ⌘-K. Without JavaScript it leads to a page that searches. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);

  function toggle(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(!isOpen);
  }

  return (
    <>
      <a
        href="/docs/search"
        onClick={toggle}
        aria-keyshortcuts="/ Control+K Meta+K"
        className="flex h-9 items-center gap-2 rounded-md border bg-surface px-2.5 text-[0.8125rem] text-muted transition-colors hover:border-control hover:text-foreground sm:w-full sm:max-w-md"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 max-sm:sr-only">Search the documentation</span>
        <kbd aria-hidden className="hidden rounded border px-1.5 font-sans text-xs sm:block">
          /
        </kbd>
      </a>
      {isOpen && <SearchWindow close={() => setIsOpen(false)} />}
    </>
  );
}
