"use client";

import { type ComponentProps, type ComponentType, useState } from "react";

interface MenuProps {
  /** Opens as soon as it is loaded. */
  isWanted: boolean;
}

interface Props<Own> extends Omit<ComponentProps<"button">, "onClick"> {
  /** The menu with its own button, loaded when it is first pressed. */
  Menu: ComponentType<Own & MenuProps>;
  menuProps: Own;
}

/** A button that loads its menu when it is first pressed. */
export function LazyMenu<Own extends object>({ Menu, menuProps, children, ...button }: Props<Own>) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <Menu {...menuProps} isWanted />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onClick={() => setIsWanted(true)}
    >
      {children}
    </button>
  );
}
