import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import { ActionForm } from "../../../_visitor/action-form.tsx";
import { verifyEmail } from "../../../_visitor/actions.ts";
import { formWords } from "../../../_visitor/form-words.ts";
import { newPasswordField } from "../../../_visitor/new-password-field.ts";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";
import { Notice, Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("account"))("verifyTitle") };
}

/** Where the mail of a registration leads: its reader chooses the password. The button spends the token, not the look: mail programs follow links, too. */
export default async function VerifyEmailPage(props: PageProps) {
  const tenant = await tenantOr404((await props.params).tenant);
  const [words, common] = [await pageWords("account"), await pageWords("common")];
  const token = await queryField(props, "token");
  if (!token) return <Notice title={words("incompleteTitle")}>{words("incompleteBody")}</Notice>;
  return (
    <Sheet>
      <ActionForm
        action={verifyEmail.bind(null, tenant.slug)}
        title={words("verifyTitle")}
        intro={<p>{words("verifyIntro")}</p>}
        fields={[
          newPasswordField(common("password"), common("passwordHint")),
          { name: "token", label: "", type: "hidden", value: token },
        ]}
        submit={words("verify")}
        words={await formWords()}
        done={{
          done: {
            title: words("readyTitle"),
            body: [words("readyBody", { email: "{email}" })],
            ...(tenant.websiteUrl && {
              link: { href: tenant.websiteUrl, label: words("signInTitle", { name: tenant.name }) },
            }),
          },
        }}
      />
    </Sheet>
  );
}
