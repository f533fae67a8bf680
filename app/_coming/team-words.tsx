import { Moment } from "../_components/moment.tsx";
import { formatDay, formatInterval, formatMoney, formatQuantity } from "../_lib/format.ts";
import { type ComingChange, type ComingWords, changeInWords } from "./coming-notice.tsx";

const WHO: Record<string, string> = {
  customer: "by the customer",
  team: "by the team",
  application: "by your back end",
  provider: "at the card provider",
  system: "by Usher",
};

const change = (coming: ComingChange) =>
  changeInWords(coming, {
    plan: ({ name }) => name,
    feature: (_, name) => name,
    quantity: formatQuantity,
    price: (amount, currency, interval) => `${formatMoney(amount, currency)} a ${formatInterval(interval)}`,
  });

/** What the dashboard says of what comes, to a team member. */
export const TEAM_WORDS: ComingWords = {
  change,
  money: formatMoney,
  comes: (what, at) =>
    at === null ? (
      `It is being changed to ${what}.`
    ) : (
      <>
        {`It changes to ${what}, on `}
        <Moment iso={at.toISOString()} isExact />.
      </>
    ),
  waits: (what, due, until) => (
    <>
      {`A change to ${what}, waits for the cardholder to confirm the payment of ${due} with their bank. They have a mail with the page. Until `}
      <Moment iso={until.toISOString()} isExact />
      {" it can be confirmed; then it is dropped, nothing changes, and nothing is owed for it."}
    </>
  ),
  ends: ({ at, by, reason }) => (
    <>
      Canceled {WHO[by]}: it runs until <Moment iso={at} isExact />.{reason && ` Reason: “${reason}”`}{" "}
      Resuming takes that back.
    </>
  ),
  paused: ({ since }) => (
    <>
      {"Paused since "}
      <Moment iso={since} isExact />: no payment is collected, and the customer has no access, until it is
      resumed.
    </>
  ),
  confirm: "Open the page to confirm",
};

/** What a new change takes the place of, before it is made. */
export function dropsInWords(drops: ComingChange): string {
  const when =
    drops.waits_for === "cardholder" || drops.at === null
      ? "that waits for the cardholder"
      : `that was to come on ${formatDay(drops.at)}`;
  return `It takes the place of the change to ${change(drops)}, ${when}. That one is dropped.`;
}
