"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CardFields } from "../../_embed/card-fields.tsx";
import { openFramePort, reportHeight } from "../../_embed/frame-port.ts";
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

/** The card form in its frame: waits for the client secret, and reports the outcome to the embedding page. */
export function CardFrame({ origin, ...form }: CardFrameProps) {
  const port = useMemo(() => openFramePort("card", origin), [origin]);
  const [clientSecret, setClientSecret] = useState<string>();
  const content = useRef<HTMLDivElement>(null);
  const submitter = useRef<() => void>(undefined);
  const takeSubmitter = useCallback((submit: () => void) => {
    submitter.current = submit;
  }, []);

  useEffect(() => {
    const unsubscribe = port.onMessage((message) => {
      if (message.type === "open") setClientSecret(message.client_secret);
      else submitter.current?.();
    });
    const stopMeasuring = content.current ? reportHeight(port, content.current) : undefined;
    port.send({ type: "hello" });
    return () => {
      unsubscribe();
      stopMeasuring?.();
    };
  }, [port]);

  return (
    <div ref={content} className="p-0.5 pb-1">
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
