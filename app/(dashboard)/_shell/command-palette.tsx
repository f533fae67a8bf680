"use client";

import { Archive, ArrowLeftRight } from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { SearchList } from "../../_components/search-list.tsx";
import { Dialog, DialogContent } from "../../_components/ui/dialog.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { isAtLeast } from "../../_lib/roles.ts";
import { leave } from "../../_lib/unsaved.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { ARCHIVE, type Command, groupsOf, isArchiving, searchedFor } from "./palette-groups.tsx";
import { useModeSwitch } from "./use-mode-switch.ts";

interface Props {
  /** Those of the member. */
  tenants: MemberTenant[];
  close: () => void;
}

/** The command palette (Ctrl-K or ⌘-K): opens a page, or an object by its id, e-mail address or name. */
export default function CommandPalette({ tenants, close }: Props) {
  const router = useRouter();
  const { tenant } = useDashboard();
  const [typed, setTyped] = useState("");
  const { results, wanted, isFetching } = useResults(typed);
  const commands = useCommands({ tenants, close }, () => setTyped(ARCHIVE));
  function go(href: string, isElsewhere = false) {
    close();
    // Built from the pages above and ids.
    if (isElsewhere) window.location.assign(href);
    else leave(() => router.push(href as Route));
  }
  const hint =
    isArchiving(typed, tenant) && wanted === "" ? "Type the name of a plan or product." : "No results.";
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Go to" className="sm:top-[14vh] sm:max-w-xl sm:translate-y-0">
        <SearchList
          label="Go to"
          placeholder="Name, e-mail, number, page or action"
          typed={typed}
          onType={setTyped}
          groups={groupsOf({ typed, results, tenant, commands, go })}
          empty={isFetching ? "Searching…" : hint}
          className="max-h-[50dvh]"
          itemClassName="min-h-9 items-center py-1.5"
        />
      </DialogContent>
    </Dialog>
  );
}

/** What the server finds, asked for once the keys rest. */
function useResults(typed: string) {
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWanted(searchedFor(typed)), 120);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useLoaded(
    "search",
    wanted,
    (api, signal) => api.search.all.query({ q: wanted }, { signal }),
    { isWanted: wanted !== "", keepsPrevious: true },
  );
  const results = useDeferredValue(wanted === "" ? [] : (data?.results ?? []));
  return { results, wanted, isFetching };
}

/** What the member may do at once. */
function useCommands({ tenants, close }: Props, beginArchive: () => void): Command[] {
  const { tenant } = useDashboard();
  const mode = useModeSwitch(tenants, tenant);
  const switchMode: Command = {
    label: `Switch to ${tenant.tenantMode === "LIVE" ? "test" : "live"} mode`,
    words: "sandbox change",
    Icon: ArrowLeftRight,
    open() {
      close();
      leave(() => void mode.switchMode());
    },
  };
  const archive: Command = {
    label: "Archive a plan or product…",
    words: "take off sale",
    Icon: Archive,
    open: beginArchive,
  };
  return [...(mode.canSwitch ? [switchMode] : []), ...(isAtLeast(tenant.role, "ADMIN") ? [archive] : [])];
}
