import { renderToStaticMarkup } from "react-dom/server";
import type { RenderStaticPage } from "../../server/http/static-page.ts";
import { PriceListPage } from "./price-list-page.tsx";
import { WaitlistPage } from "./waitlist-page.tsx";

// The pages that are sent without React. scripts/bootstrap/static-pages.mjs builds them with their stylesheet, and
// server/http/static-pages.ts calls render. Scripts in the browser: /pricing.js alone, which needs the data attributes of
// app/_pricing/driver-steps.tsx.

export const render: RenderStaticPage = (facts) => {
  const page = facts.page === "pricing" ? <PriceListPage {...facts} /> : <WaitlistPage {...facts} />;
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
};
