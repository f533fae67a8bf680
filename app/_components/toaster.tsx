"use client";

import * as Toast from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, type ReactNode, use, useCallback, useState } from "react";

interface Note {
  id: number;
  text: string;
  tone: "positive" | "negative";
}

type Tell = (text: string, tone?: Note["tone"]) => void;

const ToastContext = createContext<Tell>(() => undefined);

const SHOWN_MS = 5_000;

/** Short news in the corner, read out to those who cannot see it. */
export function Toaster({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<Note[]>([]);
  const tell = useCallback<Tell>((text, tone = "positive") => {
    setNotes((before) => [...before.slice(-2), { id: (before.at(-1)?.id ?? 0) + 1, text, tone }]);
  }, []);
  return (
    <ToastContext value={tell}>
      <Toast.Provider duration={SHOWN_MS} swipeDirection="right">
        {children}
        {notes.map(({ id, text, tone }) => (
          <Toast.Root
            key={id}
            onOpenChange={(isOpen) => !isOpen && setNotes((all) => all.filter((note) => note.id !== id))}
            className="flex items-start gap-2.5 rounded-lg border bg-surface p-3 shadow-raised motion-safe:data-[state=open]:animate-[rise_160ms_ease-out]"
          >
            {tone === "positive" ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
            ) : (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-negative" />
            )}
            <Toast.Description className="min-w-0 flex-1 text-[0.8125rem]">{text}</Toast.Description>
            <Toast.Close
              aria-label="Dismiss"
              className="flex size-6 items-center justify-center rounded text-muted hover:bg-subtle"
            >
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed right-0 bottom-0 z-60 flex w-full max-w-sm flex-col gap-2 p-4 outline-none" />
      </Toast.Provider>
    </ToastContext>
  );
}

/** Tells the member something that happened. */
export function useTell(): Tell {
  return use(ToastContext);
}
