import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import { ActionForm } from "../../../_visitor/action-form.tsx";
import { joinWaitlist } from "../../../_visitor/actions.ts";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";
import { Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { name, mode } = await tenantOr404((await params).tenant);
  const words = await pageWords("waitlist");
  const isPublic = mode === "LIVE";
  return {
    title: words("title"),
    description: words("intro", { name }),
    robots: { index: isPublic, follow: isPublic },
  };
}

/** Where people join the waitlist; `?ref=` is the code of the person who referred them. */
export default async function WaitlistPage(props: PageProps) {
  const tenant = await tenantOr404((await props.params).tenant);
  const [words, common] = [await pageWords("waitlist"), await pageWords("common")];
  const referral = await queryField(props, "ref");
  const body = [words("joinedBody", { email: "{email}" })];
  return (
    <Sheet>
      <ActionForm
        action={joinWaitlist.bind(null, tenant.slug)}
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
        wait={common("wait")}
        done={{
          done: {
            title: words("joinedTitle"),
            body: tenant.hasReferrals ? [...body, words("referralMail")] : body,
          },
        }}
      />
    </Sheet>
  );
}
