import { createRoot } from "react-dom/client";
import { UsherCard } from "../packages/client/src/react/index.ts";

declare global {
  interface Window {
    cardProps: { baseUrl: string; appId: string; clientSecret: string };
    paymentMethod: string | undefined;
  }
}

/** A tenant's own React page: what e2e/react-card.spec.ts bundles and serves. */
const place = document.querySelector("#root");
if (place) {
  createRoot(place).render(
    <UsherCard
      {...window.cardProps}
      onSucceeded={({ payment_method }) => {
        window.paymentMethod = payment_method;
      }}
    />,
  );
}
