"use client";

import { createContext, type ReactNode } from "react";

/** What takes the place of a sheet's own content until it is closed: the form of an action. */
export interface Panel {
  title: string;
  description?: ReactNode;
  /** The element that had the focus before; it gets it again. */
  opener: Element | null;
  /** Whether closing would lose something; then it asks. */
  asks: () => boolean;
  close: () => void;
}

interface SheetHost {
  /** The element that a panel renders into; null until the sheet is there. */
  slot: HTMLElement | null;
  /** Shows a panel in place of the sheet's content; null shows the content again. */
  show: (panel: Panel | null) => void;
}

/** The sheet around an element; null: there is none, and an action has a dialog of its own. */
export const SheetContext = createContext<SheetHost | null>(null);
