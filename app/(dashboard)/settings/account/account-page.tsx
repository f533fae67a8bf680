"use client";

import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";

/** The member's own name, password and second factor. */
export function AccountPage() {
  const {
    data: account,
    error,
    refetch,
  } = useLoaded("account", "self", (api, signal) => api.account.get.query({}, { signal }));
  if (error && !account)
    return <LoadFailure what="Your account" error={error} onRetry={() => void refetch()} />;
  if (!account) return <Loading />;
  return (
    <>
      <PageHeader title="Your account" description={account.email} />
      <div className="max-w-2xl space-y-4 lg:space-y-6">
        <ProfileCard account={account} />
        <PasswordCard />
        <TwoFactorCard account={account} />
      </div>
    </>
  );
}
