"use client";

import { LogOut } from "lucide-react";
import { showEmail } from "../../../server/platform/show-email.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../_components/ui/dropdown-menu.tsx";
import { forgetDrafts } from "../../_lib/drafts.ts";
import { releaseAll } from "../../_lib/unsaved.ts";
import { ACCOUNT_LOOK, type Account, AccountName } from "./account-name.tsx";

async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  forgetDrafts();
  releaseAll();
  // A full page load clears every cache of the tab.
  window.location.assign("/sign-in");
}

/** The menu of the account. */
export default function AccountMenuItems({ email, name, role, isWanted }: Account & { isWanted: boolean }) {
  return (
    <DropdownMenu defaultOpen={isWanted}>
      <DropdownMenuTrigger className={ACCOUNT_LOOK}>
        <AccountName name={name} email={email} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="min-w-56">
        <DropdownMenuLabel>
          <span className="block truncate text-[0.8125rem] text-foreground">{showEmail(email)}</span>
          <span className="block capitalize">{role.toLowerCase()}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
