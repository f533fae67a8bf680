"use client";

import { type ReactNode, useContext, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { openerNow } from "../../_lib/opener.ts";
import { SheetContext } from "./sheet-context.ts";

interface Props {
  title: string;
  description?: ReactNode;
  close: () => void;
  /** Whether it stays open, because closing would lose something. */
  onClosing: () => boolean;
  children: ReactNode;
}

/** An action inside a side sheet: it takes the place of the sheet's content, with a way back. */
export function SheetPanel({ title, description, close, onClosing, children }: Props) {
  const host = useContext(SheetContext);
  const [opener] = useState(openerNow);
  const latest = useRef({ close, onClosing });
  useLayoutEffect(() => {
    latest.current = { close, onClosing };
  });
  const show = host?.show;
  useLayoutEffect(() => {
    show?.({
      title,
      description,
      opener,
      asks: () => latest.current.onClosing(),
      close: () => latest.current.close(),
    });
  }, [show, title, description, opener]);
  useLayoutEffect(() => () => show?.(null), [show]);
  return host?.slot ? createPortal(children, host.slot) : null;
}
