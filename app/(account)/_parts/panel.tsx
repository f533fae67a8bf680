import { type ReactNode, useId } from "react";

interface PanelProps {
  title: string;
  /** A sentence or two before the form. */
  intro?: ReactNode;
  children: ReactNode;
  /** Outside of the frame. */
  below?: ReactNode;
}

/** The frame of the pages for visitors who have not signed in: a title, a form, and what belongs below them. */
export function Panel({ title, intro, children, below }: PanelProps) {
  const id = useId();
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section aria-labelledby={id} className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card">
        <h1 id={id} className="text-xl font-semibold tracking-tight">
          {title}
        </h1>
        {intro && <p className="mt-2 text-pretty text-muted">{intro}</p>}
        <div className="mt-6">{children}</div>
      </section>
      {below}
    </div>
  );
}

/** What is said in place of a form. */
export function PanelText({ children }: { children: ReactNode }) {
  return <div className="-mt-4 space-y-3 text-pretty text-muted">{children}</div>;
}
