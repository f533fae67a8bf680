"use client";

import { useReducer, useState } from "react";
import { dropsInWords } from "../../../_coming/team-words.tsx";
import { DiscardQuestion } from "../../../_components/form/discard-question.tsx";
import { RefusalText } from "../../../_components/refusal-text.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../../../_components/ui/dialog.tsx";
import { errorName } from "../../../_lib/api.ts";
import { formatMoney } from "../../../_lib/format.ts";
import { useUnsaved } from "../../../_lib/unsaved.ts";
import { useAction } from "../../../_lib/use-loaded.ts";
import { useQuotedAction } from "../../../_quote/use-quoted-action.ts";
import { type ChoiceEvent, choose, firstChoice, readChoice } from "./change-choice.ts";
import { ChangeFields } from "./change-fields.tsx";
import { type Change, changeTitle } from "./change-options.ts";
import { doneWords, driverRefused, keepWords, refusalOf } from "./change-words.ts";
import { QuoteTable } from "./quote-table.tsx";

interface Props extends Change {
  close: () => void;
}

/** Shows the exact price of a change of plan or steps, and makes the change only at that price. */
export function ChangePlanDialog({ close, ...of }: Props) {
  const [choice, tell] = useReducer(choose, of, firstChoice);
  const [isAsking, setIsAsking] = useState(false);
  const read = readChoice(choice, of);
  const { isTyped, drivers } = read;
  const change = useChange(read, choice.when);
  const { refusal } = change;
  const release = useUnsaved(isTyped);
  const isAtField = refusal && drivers.some(({ feature_key: key }) => key === driverRefused(refusal));
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={changeTitle(of.way, of.prices)}
        description="Preview the cost first. The change then costs exactly that, or Usher refuses it."
        className="sm:max-w-xl"
        onClosing={() => {
          if (isTyped) setIsAsking(true);
          return isTyped;
        }}
      >
        <DialogBody>
          <ChangeFields
            {...of}
            {...{ choice, read, refusal }}
            onChoose={(event: ChoiceEvent) => {
              tell(event);
              change.startOver();
            }}
          />
          {refusal && !isAtField && (
            <Alert tone="negative">
              <RefusalText>{refusalOf(refusal)}</RefusalText>
            </Alert>
          )}
          {change.quoted?.quote.drops && (
            <Alert tone="caution">{dropsInWords(change.quoted.quote.drops)}</Alert>
          )}
          {change.quoted && <QuoteTable quote={change.quoted.quote} isByCard={of.isByCard} />}
        </DialogBody>
        {isAsking && <DiscardQuestion keep={() => setIsAsking(false)} discard={close} />}
        <DialogFooter className={isAsking ? "hidden" : undefined}>
          <KeepAsItIs
            id={of.id}
            words={keepWords(of.way === "steps" ? drivers : null)}
            isWaiting={refusal !== null && errorName(refusal) === "card_authentication_required"}
            close={close}
          />
          <NextStep
            {...{ of, read, change }}
            onDone={() => {
              release();
              close();
            }}
          />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface KeepProps {
  id: string;
  words: string;
  /** Whether the change that was asked for here waits for the cardholder. */
  isWaiting: boolean;
  close: () => void;
}

/** The way back: a change that waits for the cardholder is dropped, so that nothing changes any more. */
function KeepAsItIs({ id, words, isWaiting, close }: KeepProps) {
  const drop = useAction((api) => api.subscriptions.dropPendingChange.mutate({ id }), {
    done: "The change was dropped. Nothing is charged for it.",
  });
  const isBusy = drop.isPending;
  return (
    <Button
      variant="secondary"
      disabled={isBusy}
      onClick={() => (isWaiting ? drop.mutateAsync(undefined).then(close, () => undefined) : close())}
    >
      {words}
    </Button>
  );
}

type Read = ReturnType<typeof readChoice>;

/** The change that is chosen: what it costs, and then at that. */
function useChange({ price, drivers }: Read, when: Parameters<typeof doneWords>[1]) {
  return useQuotedAction({
    quote: (api, wanted: Read["request"]) => api.subscriptions.previewChange.mutate(wanted),
    act: (api, wanted, { id }) => api.subscriptions.changePlan.mutate({ ...wanted, quote_id: id }),
    done: doneWords(price?.is_present ? drivers : null, when),
  });
}

interface NextStepProps {
  of: Change;
  read: Read;
  change: ReturnType<typeof useChange>;
  onDone: () => void;
}

/** The button that asks for the price, or makes the change at it. The window shows a refusal. */
function NextStep({ of, read, change, onDone }: NextStepProps) {
  const { quoted, isBusy } = change;
  const ignore = () => undefined;
  if (!quoted)
    return (
      <Button disabled={isBusy || !read.isChange} onClick={() => change.ask(read.request).catch(ignore)}>
        Preview
      </Button>
    );
  const { amount_due: due, currency } = quoted.quote;
  const verb = of.isByCard ? "Change and charge" : "Change and issue an invoice for";
  return (
    <Button disabled={isBusy} onClick={() => change.confirm(read.request).then(onDone, ignore)}>
      {due > 0 ? `${verb} ${formatMoney(due, currency)}` : changeTitle(of.way, of.prices)}
    </Button>
  );
}
