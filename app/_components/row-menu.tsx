"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { LazyMenu } from "./lazy-menu.tsx";
import type { MenuAction } from "./object-menu.tsx";
import { buttonLook } from "./ui/button.tsx";

const ObjectMenu = dynamic(() => import("./object-menu.tsx"), { ssr: false });

interface Props {
  /** Whose actions they are, for screen readers: "the code that ends in 4F2A". */
  of: string;
  actions: MenuAction[];
}

/** What can be done with a row beside its buttons, behind "…": what ends something stands there, below a line. */
export function RowMenu({ of, actions }: Props) {
  const label = `Actions for ${of}`;
  return (
    <LazyMenu<Omit<ComponentProps<typeof ObjectMenu>, "isWanted">>
      Menu={ObjectMenu}
      menuProps={{ label, actions, isOfRow: true }}
      aria-label={label}
      className={buttonLook({ variant: "ghost", size: "small" })}
    >
      <Ellipsis aria-hidden />
    </LazyMenu>
  );
}
