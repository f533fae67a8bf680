import { showEmail } from "../../../server/platform/show-email.ts";

export interface Account {
  email: string;
  name: string | null;
  role: string;
}

export const ACCOUNT_LOOK =
  "flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left transition-colors hover:bg-subtle";

export function AccountName({ name, email }: Pick<Account, "name" | "email">) {
  const named = name ?? showEmail(email);
  return (
    <>
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-notice-ground text-xs font-semibold text-notice uppercase"
      >
        {named.slice(0, 1)}
      </span>
      <span className="sr-only">Account:</span>
      <span className="truncate text-[0.8125rem] font-medium">{named}</span>
    </>
  );
}
