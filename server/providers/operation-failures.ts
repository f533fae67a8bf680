import { codeOf } from "../errors/catalogue.ts";

/** failure_code of a start or change whose cardholder has to confirm its payment: it may still succeed. */
export const WAITS_FOR_CARDHOLDER = codeOf("card_authentication_required");
