"use client";

import { FailureNotice } from "./_components/failure-notice.tsx";

/** A page that broke. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="flex min-h-dvh items-center">
      <FailureNotice error={error} retry={retry} />
    </main>
  );
}
