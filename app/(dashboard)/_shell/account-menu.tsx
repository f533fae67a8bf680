"use client";

import { LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../_components/ui/dropdown-menu.tsx";

interface Account {
  email: string;
  name: string | null;
  role: string;
}

async function leave(): Promise<void> {
  await signOut({ redirect: false });
  // A whole page load empties every cache of the tab.
  window.location.assign("/sign-in");
}

/** Who is signed in, and the way out. */
export function AccountMenu({ email, name, role }: Account) {
  const shown = name ?? email;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left transition-colors hover:bg-subtle">
        <span
          aria-hidden
          className="flex size-6 shrink-0 items-center justify-center rounded-full bg-notice-ground text-xs font-semibold text-notice uppercase"
        >
          {shown.slice(0, 1)}
        </span>
        <span className="sr-only">Account:</span>
        <span className="truncate text-[0.8125rem] font-medium">{shown}</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="min-w-56">
        <DropdownMenuLabel>
          <span className="block truncate text-[0.8125rem] text-foreground">{email}</span>
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
