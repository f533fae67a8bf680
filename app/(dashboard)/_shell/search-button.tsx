"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { Button } from "../../_components/ui/button.tsx";

const CommandPalette = dynamic(() => import("./command-palette.tsx"), { ssr: false });

interface Props {
  /** Those of the member. */
  tenants: MemberTenant[];
  isIcon?: boolean;
}

/** Opens and closes the command palette. The wide button also handles Ctrl-K and ⌘-K on the whole page. */
export function SearchButton({ tenants, isIcon = false }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const palette = isOpen && <CommandPalette tenants={tenants} close={() => setIsOpen(false)} />;
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
        onClick={() => setIsOpen(!isOpen)}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-8 w-full items-center gap-2 rounded-md border bg-background px-2 text-[0.8125rem] text-muted transition-colors hover:text-foreground"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search</span>
        <kbd aria-hidden className="rounded border px-1 font-sans text-xs">
          Ctrl K
        </kbd>
      </button>
      {palette}
    </>
  );
}
