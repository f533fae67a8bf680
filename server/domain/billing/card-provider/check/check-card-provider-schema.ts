import { operation } from "../../../../platform/schema/operation.ts";

export const checkProviderMeta = operation({
  method: "POST",
  path: "/v1/billing/cardprovider/check",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Check the connection to the card provider",
  description:
    'Asks the card provider whether sales will work: the account and its key, currencies, permissions, taxes, what follows failed payments, and whether callbacks arrive, which takes up to 30 seconds. Nothing is sold or charged; a product named "Usher check" is made and deleted, and a registration of our address that is missing is made again. Each line says what it means and what to do.',
  errors: ["card_provider_not_connected"],
});
