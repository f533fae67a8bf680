"use client";

import { type ComponentProps, type ComponentType, useState } from "react";

interface MenuProps {
  /** Open as soon as it is there. */
  isWanted: boolean;
}

interface Props<Own> extends Omit<ComponentProps<"button">, "onClick"> {
  /** The menu with its own button, loaded when it is first pressed. */
  Menu: ComponentType<Own & MenuProps>;
  menuProps: Own;
}

/** A button that turns into a menu when it is pressed: what a menu is made of is loaded only then. */
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
