import { createRef } from "react";
import { createRoot } from "react-dom/client";
import { UsherCard, type UsherCardHandle } from "../packages/client/src/react/index.ts";

declare global {
  interface Window {
    cardProps: { baseUrl: string; appId: string; clientSecret: string };
    paymentMethod: string | undefined;
    card: UsherCardHandle | null;
  }
}

/** A tenant's own React page: what e2e/react-card.spec.ts bundles and serves. */
const place = document.querySelector("#root");
if (place) {
  const card = createRef<UsherCardHandle>();
  Object.defineProperty(window, "card", { get: () => card.current });
  createRoot(place).render(
    <UsherCard
      ref={card}
      {...window.cardProps}
      onSucceeded={({ payment_method }) => {
        window.paymentMethod = payment_method;
      }}
    />,
  );
}
