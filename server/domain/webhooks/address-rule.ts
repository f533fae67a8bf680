import { urlProblem } from "../../platform/addresses.ts";

/** What holds for the addresses of a tenant's endpoints: pages check what is typed by it, too. */
export interface AddressRule {
  /** Whether plain HTTP and addresses that are not public are allowed. */
  may_be_private: boolean;
  /** What an address must be, for people. */
  what_holds: string;
}

const PUBLIC = "Give an address that begins with https:// and that this server can reach on the internet";

/**
 * The words of the rule: `mayBePrivate` by the installation's configuration and the tenant's mode; `takesPrivate`: whether the
 * configuration lets those of Test mode be private.
 */
export function whatHolds(mayBePrivate: boolean, tenantMode: "LIVE" | "TEST", takesPrivate: boolean): string {
  if (mayBePrivate)
    return "Give an address that begins with https://, or with http:// for one on your own machine or network";
  const start = "start Usher with USHER_WEBHOOKS_TO_PRIVATE=true";
  if (tenantMode === "TEST")
    return `${PUBLIC}; for one on your own machine or network, such as http://localhost:4000, ${start}`;
  const elsewhere = `${PUBLIC}; an endpoint on your own machine or network belongs in Test mode`;
  return takesPrivate ? elsewhere : `${elsewhere}, and for that ${start}`;
}

/** Why an address is refused, with what holds instead; null where nothing in its text forbids it. */
export function addressRefusal(url: string, rule: AddressRule): string | null {
  const problem = urlProblem(url, rule.may_be_private);
  return problem === null ? null : `${problem}. ${rule.what_holds}`;
}
