"use client";

import * as Primitive from "@radix-ui/react-dialog";
import { ChevronLeft, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cn } from "../../_lib/cn.ts";
import { openerNow } from "../../_lib/opener.ts";
import { shown } from "../../_lib/shown.ts";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;

interface Content extends Omit<ComponentProps<typeof Primitive.Content>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  /** Called by Escape, a click beside the dialog and its close button: whether it stays open, because closing would lose something. */
  onClosing?: (isEscape: boolean) => boolean;
  /** At the right edge, of the page's full height; on narrow screens all of it. */
  isSheet?: boolean;
  /** A way back to what the dialog showed before, above its title. */
  back?: { label: string; go: () => void };
}

const CENTRED =
  "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl";
const AT_THE_RIGHT = "inset-y-0 right-0 h-dvh sm:max-w-2xl sm:border-y-0 sm:border-r-0";

/**
 * A dialog: centred on wide screens, at the bottom on narrow ones, or a sheet at the right. When it closes, the focus returns to the element that had it.
 */
export function DialogContent(content: Content) {
  return (
    <Primitive.Portal>
      {/* On the level of the dialogs, of which the one that opens later is above: it dims a dialog below it, too. */}
      <Primitive.Overlay className="fixed inset-0 z-50 bg-black/40 motion-safe:data-[state=open]:animate-[fade_120ms_ease-out]" />
      <OpenContent {...content} />
    </Primitive.Portal>
  );
}

/** Whether the focus is in a field with an open list of proposals, which Escape closes first. */
function isListOpen(): boolean {
  return document.activeElement?.matches("[role=combobox][aria-expanded=true]") ?? false;
}

/** Rendered when the dialog opens, before an element in it takes the focus. */
function OpenContent({
  title,
  description,
  onClosing,
  isSheet = false,
  back,
  className,
  children,
  ...rest
}: Content) {
  const [opener] = useState(openerNow);
  const keepOpen =
    onClosing &&
    ((event: { type: string; preventDefault(): void }) => {
      if (onClosing(event.type === "keydown")) event.preventDefault();
    });
  return (
    <Primitive.Content
      onCloseAutoFocus={(event) => {
        // When that element no longer exists, or none had the focus, the dialog's own trigger gets it.
        if (!(opener instanceof HTMLElement) || opener === document.body || !opener.isConnected) return;
        event.preventDefault();
        opener.focus();
      }}
      className={cn(
        "fixed z-50 flex w-full flex-col border bg-surface shadow-raised outline-none",
        isSheet ? AT_THE_RIGHT : CENTRED,
        "motion-safe:data-[state=open]:animate-[fade_120ms_ease-out]",
        className,
      )}
      {...(description ? {} : { "aria-describedby": undefined })}
      {...(keepOpen && {
        onEscapeKeyDown: (event) => (isListOpen() ? event.preventDefault() : keepOpen(event)),
        onPointerDownOutside: keepOpen,
      })}
      {...rest}
    >
      <div className="flex items-start gap-3 border-b px-5 pt-4 pb-3.5">
        <div className="min-w-0 flex-1">
          {back && (
            <button
              type="button"
              onClick={back.go}
              className="mb-1 -ml-1 inline-flex min-h-6 items-center gap-1 rounded pr-1 text-[0.8125rem] text-muted transition-colors hover:text-foreground"
            >
              <ChevronLeft aria-hidden className="size-3.5" />
              {back.label}
            </button>
          )}
          {/* Without a description, the title has the height of the button beside it. */}
          <Primitive.Title
            className={cn("text-base font-semibold tracking-tight", !description && "leading-8")}
          >
            {shown(title)}
          </Primitive.Title>
          {description && (
            <Primitive.Description className="mt-0.5 text-[0.8125rem] text-pretty text-muted">
              {shown(description)}
            </Primitive.Description>
          )}
        </div>
        <Primitive.Close
          aria-label="Close"
          onClick={keepOpen}
          className="-mr-1.5 flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-subtle hover:text-foreground"
        >
          <X aria-hidden className="size-4" />
        </Primitive.Close>
      </div>
      {children}
    </Primitive.Content>
  );
}

export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4", className)} {...rest} />;
}

export function DialogFooter({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("flex justify-end gap-2 border-t px-5 py-3", className)} {...rest} />;
}
