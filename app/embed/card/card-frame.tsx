"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Alert } from "../../_components/ui/alert.tsx";
import { askBank } from "../../_embed/ask-bank.ts";
import { CardFields } from "../../_embed/card-fields.tsx";
import { openFramePort, reportHeight } from "../../_embed/frame-port.ts";
import { Note } from "../../_embed/note.tsx";
import { paymentOf } from "../../_embed/payment-of.ts";
import type { Messages } from "../../_i18n/words.ts";

interface CardFrameProps {
  publishableKey: string;
  scriptUrl: string | null;
  /** The page around this one. */
  origin: string;
  locale: string;
  texts: Messages["card"];
  hasButton: boolean;
}

type PaymentState = "asking" | "paid" | { refusal: string };

/**
 * The card form in its frame: waits for the client secret of a card to keep, or of a payment to confirm, and reports the outcome to the
 * embedding page.
 */
export function CardFrame({ origin, ...form }: CardFrameProps) {
  const port = useMemo(() => openFramePort("card", origin), [origin]);
  const [clientSecret, setClientSecret] = useState<string>();
  const [payment, setPayment] = useState<PaymentState>();
  const content = useRef<HTMLDivElement>(null);
  const submitter = useRef<() => void>(undefined);
  const takeSubmitter = useCallback((submit: () => void) => {
    submitter.current = submit;
  }, []);

  const { publishableKey, scriptUrl, texts } = form;
  const confirm = useCallback(
    async (secret: string) => {
      setPayment("asking");
      const asked = await askBank({ publishableKey, scriptUrl }, secret);
      const outcome = asked ?? { ...NOT_LOADED, message: texts.loadFailed };
      setPayment(outcome.status === "failed" ? { refusal: outcome.message || texts.notPaid } : "paid");
      port.send({ type: "payment", payment: paymentOf(secret), outcome });
    },
    [port, publishableKey, scriptUrl, texts],
  );

  useEffect(() => {
    const unsubscribe = port.onMessage((message) => {
      if (message.type === "open") setClientSecret(message.client_secret);
      else if (message.type === "confirm_payment") void confirm(message.client_secret);
      else submitter.current?.();
    });
    const stopMeasuring = content.current ? reportHeight(port, content.current) : undefined;
    port.send({ type: "hello" });
    return () => {
      unsubscribe();
      stopMeasuring?.();
    };
  }, [port, confirm]);

  return (
    <div ref={content} className="p-0.5 pb-1">
      {payment && <PaymentNote payment={payment} texts={texts} />}
      {clientSecret && (
        <CardFields
          {...form}
          key={clientSecret}
          clientSecret={clientSecret}
          onSubmitter={takeSubmitter}
          onReady={() => port.send({ type: "ready" })}
          onChange={(complete) => port.send({ type: "change", complete })}
          onSucceeded={({ paymentMethod, setupIntent }) =>
            port.send({ type: "succeeded", payment_method: paymentMethod, setup_intent: setupIntent })
          }
          onFailed={({ code, declineCode, message }) =>
            port.send({ type: "failed", code, decline_code: declineCode, message })
          }
        />
      )}
    </div>
  );
}

const NOT_LOADED = { status: "failed", code: "api_connection_error", decline_code: null } as const;

function PaymentNote({ payment, texts }: { payment: PaymentState; texts: Messages["card"] }) {
  if (payment === "paid") return <Note>{texts.paid}</Note>;
  const isRefused = typeof payment === "object";
  return (
    <div role={isRefused ? "alert" : "status"} className="mb-3">
      <Alert tone={isRefused ? "negative" : "neutral"}>
        {isRefused ? payment.refusal : texts.confirming}
      </Alert>
    </div>
  );
}
