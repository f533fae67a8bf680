import type { ReactNode } from "react";

/** A centred panel of a tenant's page, with one task or message. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[28rem] px-5 pt-[6vh] pb-10">
      <div className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card">{children}</div>
    </div>
  );
}

/** A sheet with one message. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Sheet>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-2 space-y-2 text-pretty text-muted">{children}</div>
    </Sheet>
  );
}
