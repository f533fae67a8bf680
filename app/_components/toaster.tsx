"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";
import { shown } from "../_lib/shown.ts";
import { RefusalText } from "./refusal-text.tsx";

interface Note {
  id: number;
  text: string;
  tone: "positive" | "negative";
}

type Tell = (text: string, tone?: Note["tone"]) => void;

const ToastContext = createContext<Tell>(() => undefined);

const SHOWN_MS = 6_000;
const MOST = 3;

/** Short notifications in the corner, on phones at the top, where they cover no button of a dialog. Announced by screen readers. */
export function Toaster({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<Note[]>([]);
  const tell = useCallback<Tell>((text, tone = "positive") => {
    setNotes((before) => [...before.slice(1 - MOST), { id: (before.at(-1)?.id ?? 0) + 1, text, tone }]);
  }, []);
  const dismiss = useCallback((id: number) => setNotes((all) => all.filter((note) => note.id !== id)), []);
  return (
    <ToastContext value={tell}>
      {children}
      <section
        aria-label="News"
        className="pointer-events-none fixed right-0 z-60 w-full p-4 max-sm:top-0 sm:bottom-0 sm:max-w-sm"
      >
        <ul aria-live="polite" className="flex flex-col gap-2">
          {notes.map((note) => (
            <Toast key={note.id} note={note} dismiss={dismiss} />
          ))}
        </ul>
      </section>
    </ToastContext>
  );
}

function Toast({ note: { id, text, tone }, dismiss }: { note: Note; dismiss: (id: number) => void }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, dismiss]);
  const Icon = tone === "positive" ? CircleCheck : CircleAlert;
  return (
    <li
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      className="pointer-events-auto flex items-start gap-2.5 rounded-lg border bg-surface p-3 shadow-raised motion-safe:animate-[rise_160ms_ease-out]"
    >
      <Icon
        aria-hidden
        className={
          tone === "positive"
            ? "mt-0.5 size-4 shrink-0 text-positive"
            : "mt-0.5 size-4 shrink-0 text-negative"
        }
      />
      <p className="min-w-0 flex-1 text-[0.8125rem]">
        <RefusalText>{shown(text)}</RefusalText>
      </p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
        className="flex size-6 items-center justify-center rounded text-muted hover:bg-subtle hover:text-foreground"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

/** Shows a notification. */
export function useTell(): Tell {
  return use(ToastContext);
}
