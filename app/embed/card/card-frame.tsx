"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CardFields } from "../../_embed/card-fields.tsx";
import { openFramePort, tellHeight } from "../../_embed/frame-port.ts";
import type { Messages } from "../../_i18n/translator.ts";

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
    const stopListening = port.listen((message) => {
      if (message.type === "open") setClientSecret(message.client_secret);
      else submitter.current?.();
    });
    const stopMeasuring = content.current ? tellHeight(port, content.current) : undefined;
    port.tell({ type: "hello" });
    return () => {
      stopListening();
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
          onReady={() => port.tell({ type: "ready" })}
          onChange={(complete) => port.tell({ type: "change", complete })}
          onSucceeded={({ paymentMethod, setupIntent }) =>
            port.tell({ type: "succeeded", payment_method: paymentMethod, setup_intent: setupIntent })
          }
          onFailed={({ code, declineCode, message }) =>
            port.tell({ type: "failed", code, decline_code: declineCode, message })
          }
        />
      )}
    </div>
  );
}
