import type { ReactNode } from "react";
import { pageWords } from "../_i18n/translator.ts";
import { Sheet } from "../_visitor/sheet.tsx";

/** One task of the portal, with a link back to it. */
export async function PortalSheet({
  slug,
  title,
  children,
}: {
  slug: string;
  title: string;
  children: ReactNode;
}) {
  const words = await pageWords("portal");
  return (
    <Sheet>
      <a href={`/p/${slug}/portal`} className="text-[0.8125rem] underline underline-offset-2">
        ← {words("return")}
      </a>
      <h1 className="mt-2 text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-4">{children}</div>
    </Sheet>
  );
}
