"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useOpenTab } from "../../_lib/use-open-tab.ts";

interface Props extends Pick<ComponentProps<typeof Button>, "variant" | "size" | "className"> {
  children: ReactNode;
  /** Asks for the address, which works for a while. */
  link: (api: Api) => Promise<{ url: string }>;
  /** What the button is called where its words alone do not say which PDF. */
  name?: string;
}

/** Opens a PDF in a tab of its own. */
export function OpenPdf({ children, link, name, ...look }: Props) {
  const { openTab, isPending } = useOpenTab(link);
  return (
    <Button {...look} aria-label={name} disabled={isPending} onClick={openTab}>
      {children}
    </Button>
  );
}
