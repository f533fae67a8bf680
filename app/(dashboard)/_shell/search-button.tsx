"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Button } from "../../_components/ui/button.tsx";

const CommandPalette = dynamic(() => import("./command-palette.tsx"), { ssr: false });

/** Opens the command palette; so does Ctrl-K or ⌘-K, from anywhere. */
export function SearchButton({
  hasShortcut = false,
  isIcon = false,
}: {
  hasShortcut?: boolean;
  isIcon?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!hasShortcut) return;
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsOpen((was) => !was);
    }
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [hasShortcut]);
  const palette = isOpen && <CommandPalette close={() => setIsOpen(false)} />;
  if (isIcon) {
    return (
      <>
        <Button variant="ghost" size="icon" aria-label="Search" onClick={() => setIsOpen(true)}>
          <Search aria-hidden />
        </Button>
        {palette}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-8 w-full items-center gap-2 rounded-md border bg-background px-2 text-[0.8125rem] text-muted transition-colors hover:text-foreground"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search</span>
        <kbd aria-hidden className="rounded border px-1 font-sans text-[0.625rem]">
          Ctrl K
        </kbd>
      </button>
      {palette}
    </>
  );
}
