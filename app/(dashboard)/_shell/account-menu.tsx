"use client";

import dynamic from "next/dynamic";
import { LazyMenu } from "../../_components/lazy-menu.tsx";
import { ACCOUNT_LOOK, type Account, AccountName } from "./account-name.tsx";

const AccountMenuItems = dynamic(() => import("./account-menu-items.tsx"), { ssr: false });

/** The account menu: who is signed in, settings, and sign out. */
export function AccountMenu(account: Account) {
  return (
    <LazyMenu Menu={AccountMenuItems} menuProps={account} className={ACCOUNT_LOOK}>
      <AccountName name={account.name} email={account.email} />
    </LazyMenu>
  );
}
