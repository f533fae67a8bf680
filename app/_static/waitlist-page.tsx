import type { WaitlistFacts } from "../../server/http/static-page.ts";
import { refusalIn, wordsIn } from "../_i18n/words.ts";
import { type FormState, UNTOUCHED } from "../_visitor/form-state.ts";
import { FormView } from "../_visitor/form-view.tsx";
import { Sheet } from "../_visitor/sheet.tsx";
import { single } from "./query.ts";
import { StaticDocument } from "./static-document.tsx";

/** Where people join the waitlist; `?ref=` is the code of the person who referred them. */
export function WaitlistPage(facts: WaitlistFacts) {
  const { tenant, locale, query } = facts;
  const [words, common] = [wordsIn(locale, "waitlist"), wordsIn(locale, "common")];
  const referral = single(query, "ref");
  const body = [words("joinedBody", { email: "{email}" })];
  return (
    <StaticDocument facts={facts} title={words("title")} description={words("intro", { name: tenant.name })}>
      <Sheet>
        <FormView
          state={stateOf(facts)}
          target={{ method: "post" }}
          title={words("title")}
          intro={
            <>
              <p>{words("intro", { name: tenant.name })}</p>
              {tenant.hasReferrals && referral && <p className="mt-2">{words("invited")}</p>}
            </>
          }
          fields={[
            { name: "email", label: common("email"), type: "email", autoComplete: "email" },
            {
              name: "name",
              label: `${common("name")} (${common("optional")})`,
              autoComplete: "name",
              isOptional: true,
            },
            ...(referral ? [{ name: "ref", label: "", type: "hidden" as const, value: referral }] : []),
          ]}
          submit={words("join")}
          done={{
            done: {
              title: words("joinedTitle"),
              body: tenant.hasReferrals ? [...body, words("referralMail")] : body,
            },
          }}
        />
      </Sheet>
    </StaticDocument>
  );
}

function stateOf({ sent, locale }: WaitlistFacts): FormState {
  if (sent === null) return UNTOUCHED;
  const { values, error } = sent;
  if (error === null) return { status: "done", message: null, values, outcome: null };
  return { status: "open", message: refusalIn(locale, error), values, outcome: null };
}
