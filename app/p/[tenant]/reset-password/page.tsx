import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import { ActionForm } from "../../../_visitor/action-form.tsx";
import { requestPasswordReset, setPassword } from "../../../_visitor/actions.ts";
import { formWords } from "../../../_visitor/form-words.ts";
import { newPasswordField } from "../../../_visitor/new-password-field.ts";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";
import { Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("account"))("resetTitle") };
}

/** Asks for the link by mail; with the link's token, for the new password. */
export default async function ResetPasswordPage(props: PageProps) {
  const { slug } = await tenantOr404((await props.params).tenant);
  const [words, common] = [await pageWords("account"), await pageWords("common")];
  const token = await queryField(props, "token");
  const formTexts = await formWords();
  if (!token) {
    return (
      <Sheet>
        <ActionForm
          action={requestPasswordReset.bind(null, slug)}
          title={words("resetTitle")}
          intro={<p>{words("resetIntro")}</p>}
          fields={[{ name: "email", label: common("email"), type: "email", autoComplete: "username" }]}
          submit={words("sendLink")}
          words={formTexts}
          done={{
            done: { title: words("checkMailTitle"), body: [words("linkSentBody", { email: "{email}" })] },
          }}
        />
      </Sheet>
    );
  }
  return (
    <Sheet>
      <ActionForm
        action={setPassword.bind(null, slug)}
        title={words("newPasswordTitle")}
        intro={<p>{words("newPasswordIntro")}</p>}
        fields={[
          newPasswordField(common("newPassword"), common("passwordHint")),
          { name: "token", label: "", type: "hidden", value: token },
        ]}
        submit={words("setPassword")}
        words={formTexts}
        done={{ done: { title: words("passwordSetTitle"), body: [words("passwordSetBody")] } }}
      />
    </Sheet>
  );
}
