import type { ReactNode } from "react";

/** Shows the developer of the embedding page why nothing is embedded. */
export function EmbedRefusal({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="p-4 text-center">
      <h1 className="font-semibold">{title}</h1>
      <p className="mt-1 text-muted">{children}</p>
    </section>
  );
}
