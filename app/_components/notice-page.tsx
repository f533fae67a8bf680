import type { ReactNode } from "react";

interface Notice {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** What the message is about, in a list. */
  facts?: ReactNode;
  actions?: ReactNode;
}

/** One short message in the middle of the page. */
export function NoticePage({ icon, title, children, facts, actions }: Notice) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center px-6 py-16 text-center">
      <div className="mb-5 flex size-12 items-center justify-center rounded-full [&_svg]:size-6">{icon}</div>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-2 space-y-2 text-pretty text-muted">{children}</div>
      {facts && <div className="mt-6 w-full">{facts}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
