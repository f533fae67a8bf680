import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { errorName } from "../../../_lib/api.ts";
import { tenantOr404, visitorApi } from "../../../_lib/visitor.ts";
import { refusalWords } from "../../../_visitor/attempt.ts";
import { CodeForm } from "../../../_visitor/code-form.tsx";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";
import { RegisterForm } from "../../../_visitor/register-form.tsx";
import { Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("account"))("redeemTitle") };
}

/** Takes an invitation code, and with a good one makes an account, which redeems it. */
export default async function RedeemPage(props: PageProps) {
  const tenant = await tenantOr404((await props.params).tenant);
  const [words, errors] = [await pageWords("account"), await pageWords("errors")];
  const code = (await queryField(props, "code"))?.trim().slice(0, 64);
  const api = await visitorApi(tenant);
  const found = code
    ? await api.invitations.check.mutate({ code }).catch(async (error: unknown) => {
        if (errorName(error) === null) throw error;
        return refusalWords(error);
      })
    : undefined;
  if (typeof found === "object" && found.state === "OPEN") {
    const days = found.trial_days;
    const grant = days ? [words("grantsTrial", { days })] : [];
    return (
      <Sheet>
        <RegisterForm
          tenant={tenant}
          title={words("registerTitle")}
          intro={[...grant, words("registerIntro")]}
          submit={words("register")}
          code={code}
        />
      </Sheet>
    );
  }
  const fault = typeof found === "string" ? found : found && errors("invitation_not_usable");
  return (
    <Sheet>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{words("redeemTitle")}</h1>
      <p className="mt-2 text-pretty text-muted">{words("redeemIntro")}</p>
      <CodeForm action={`/p/${tenant.slug}/redeem`} code={code} fault={fault} />
    </Sheet>
  );
}
