"use client";

import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useUnsaved } from "../../_lib/unsaved.ts";
import { useQuotedAction } from "../../_quote/use-quoted-action.ts";
import { SheetContext } from "../sheet/sheet-context.ts";
import { SheetPanel } from "../sheet/sheet-panel.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ActionProps, FormSchema } from "./action.ts";
import { DiscardQuestion } from "./discard-question.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import type { FormField } from "./field.ts";
import { FormFields } from "./form-fields.tsx";
import { FormSummary } from "./form-summary.tsx";
import { useApiForm } from "./use-api-form.ts";
import { useDraftKey } from "./use-draft.ts";

type Props = ActionProps<FormSchema, unknown, unknown> & { close: () => void };

/** Why the window does not simply close. */
type Kept = "typed" | "shown once" | null;

/** The dialog of an action, or its place in the side sheet that it is in: its form, as soon as the schema is loaded. */
export default function ActionWindow(props: Props) {
  const { title, description, schema: load, close } = props;
  const [schema, setSchema] = useState<FormSchema | null>(null);
  // Written as soon as something is typed: a click beside the window may follow before another rendering.
  const kept = useRef<Kept>(null);
  const [isAsking, setIsAsking] = useState(false);
  const Frame = useContext(SheetContext) ? SheetPanel : Window;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when the window opens
  useEffect(() => {
    let isGone = false;
    void load().then((loaded) => !isGone && setSchema(loaded));
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Frame
      {...{ title, description, close }}
      onClosing={() => {
        if (kept.current === null) return false;
        setIsAsking(true);
        return true;
      }}
    >
      {schema ? (
        <ActionForm {...props} {...{ schema, keeps: kept, isAsking, setIsAsking }} />
      ) : (
        <DialogBody>
          <Skeleton className="h-24 w-full" />
        </DialogBody>
      )}
    </Frame>
  );
}

/** A dialog of its own. */
function Window({ title, description, close, onClosing, children }: ComponentProps<typeof SheetPanel>) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent {...{ title, description, onClosing }} onOpenAutoFocus={focusWindow}>
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** The form may not be there yet: the window waits for its first field with the focus, not the button that closes it. */
function focusWindow(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** Puts the focus in the first field. Not on a touch screen, whose keyboard would cover what the window says. */
function useFocusOnFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!window.matchMedia("(pointer: fine)").matches) return;
    form.current?.querySelector<HTMLElement>("input, select, textarea, [role=switch]")?.focus();
  }, []);
  return form;
}

const NO_FIELDS: FormField[] = [];

interface FormProps extends Omit<Props, "schema"> {
  schema: FormSchema;
  keeps: RefObject<Kept>;
  /** The window was told to close while it is kept. */
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
}

function ActionForm({
  schema,
  title,
  fields: declared = NO_FIELDS,
  fixed,
  about,
  initial,
  submit,
  isDangerous,
  keep = "Cancel",
  preview,
  act,
  rereads = false,
  done,
  onDone,
  result,
  isShownOnce = false,
  children,
  below,
  close,
  keeps,
  isAsking,
  setIsAsking,
}: FormProps) {
  const id = useId();
  const element = useFocusOnFirstField();
  const { form, fields, refusal, summary, submitting, isDirty, draft } = useApiForm({
    schema,
    fields: declared,
    draftKey: useDraftKey(title, { ...fixed, ...about }),
    ...(fixed && { fixed }),
    ...(initial && { initial }),
  });
  const action = useQuotedAction({ quote: preview?.act, act, done, rereads, leaves: onDone !== undefined });
  const { quoted, startOver } = action;
  useEffect(() => {
    // A field that is written as it was understood, when it is left, still holds what was asked about.
    const typing = form.watch(
      (_, { name, type }) => (type === "change" || name === undefined) && startOver(),
    );
    return () => typing.unsubscribe();
  }, [form, startOver]);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (quoted) answer.current?.scrollIntoView({ block: "nearest" });
  }, [quoted]);
  const hasResult = result !== undefined && action.output !== undefined;
  const kept = hasResult ? (isShownOnce ? "shown once" : null) : isDirty ? "typed" : null;
  useLayoutEffect(() => {
    keeps.current = kept;
  }, [keeps, kept]);
  if (hasResult) return <Result {...{ isShownOnce, isAsking, close }}>{result(action.output)}</Result>;
  const asksFirst = preview !== undefined && quoted === undefined;
  const { isBusy } = action;
  const discard = () => {
    draft.forget();
    close();
  };
  return (
    <form
      ref={element}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={
        asksFirst
          ? submitting(action.ask, { isQuestion: true })
          : submitting(action.confirm, {
              follow: (output) => {
                onDone?.(output);
                if (!result) close();
                return null;
              },
            })
      }
    >
      <DialogBody>
        {draft.isRestored && <DraftNotice form={form} forget={draft.forget} />}
        {children}
        <FormFields form={form} fields={fields} idPrefix={id} />
        {below}
        {preview && (
          <div role="status" ref={answer}>
            {quoted && preview.show(quoted.quote)}
          </div>
        )}
      </DialogBody>
      {/* Between the fields and the button, so that it is in view wherever the fields are scrolled to. */}
      <FormSummary
        form={form}
        refusal={refusal}
        ref={summary}
        className="max-h-[40dvh] overflow-y-auto px-5 pb-3"
      />
      {isAsking ? (
        <DiscardQuestion keep={() => setIsAsking(false)} discard={discard} />
      ) : (
        <DialogFooter>
          <Button variant="secondary" onClick={discard}>
            {keep}
          </Button>
          <Button
            type="submit"
            variant={isDangerous && !asksFirst ? "danger" : "primary"}
            disabled={isBusy}
            aria-busy={isBusy || undefined}
          >
            {asksFirst ? preview.submit : submit}
          </Button>
        </DialogFooter>
      )}
    </form>
  );
}

interface ResultProps {
  isShownOnce: boolean;
  isAsking: boolean;
  close: () => void;
  children: ReactNode;
}

/** What the action answered. What is shown once stays until the member says that it is saved. */
function Result({ isShownOnce, isAsking, close, children }: ResultProps) {
  const release = useUnsaved(isShownOnce);
  return (
    <>
      <DialogBody>{children}</DialogBody>
      <DialogFooter className="flex-wrap items-center">
        <p role="status" className="mr-auto text-[0.8125rem] text-pretty text-muted">
          {isShownOnce && isAsking && "This is not shown again. Save it first."}
        </p>
        <Button
          onClick={() => {
            release();
            close();
          }}
        >
          {isShownOnce ? "I have saved it" : "Done"}
        </Button>
      </DialogFooter>
    </>
  );
}
