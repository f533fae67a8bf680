import type { PublicTenant } from "../../server/http/pages-contract.ts";
import { pageWords } from "../_i18n/translator.ts";
import { ActionForm } from "./action-form.tsx";
import { register } from "./actions.ts";
import type { Field } from "./form-view.tsx";
import { formWords } from "./form-words.ts";
import { newPasswordField } from "./new-password-field.ts";

interface RegisterFormProps {
  tenant: PublicTenant;
  title: string;
  intro: string[];
  submit: string;
  /** The address that the invitation is for; the visitor cannot change it. */
  email?: string | undefined;
  /** What lets them in: the token of a mailed invitation, or a code. */
  token?: string | undefined;
  code?: string | undefined;
}

/**
 * Asks for address and name. With the token of a mailed invitation it also asks for the password and creates the account at once;
 * without one, the visitor gets a mail with a link and chooses the password on the linked page.
 */
export async function RegisterForm({ tenant, title, intro, submit, email, token, code }: RegisterFormProps) {
  const [words, common] = [await pageWords("account"), await pageWords("common")];
  const hidden = (name: string, value: string | undefined): Field[] =>
    value === undefined ? [] : [{ name, label: "", type: "hidden", value }];
  return (
    <ActionForm
      action={register.bind(null, tenant.slug)}
      title={title}
      intro={intro.map((line) => <p key={line}>{line}</p>)}
      fields={[
        {
          name: "email",
          label: common("email"),
          type: "email",
          autoComplete: "username",
          value: email,
          isFixed: email !== undefined,
        },
        {
          name: "name",
          label: `${common("name")} (${common("optional")})`,
          autoComplete: "name",
          isOptional: true,
        },
        ...(token === undefined ? [] : [newPasswordField(common("password"), common("passwordHint"))]),
        ...hidden("token", token),
        ...hidden("code", code),
      ]}
      submit={submit}
      words={await formWords()}
      done={{
        REGISTERED: {
          title: words("readyTitle"),
          body: [words("readyBody", { email: "{email}" })],
          ...(tenant.websiteUrl && {
            link: { href: tenant.websiteUrl, label: words("signInTitle", { name: tenant.name }) },
          }),
        },
        VERIFICATION_SENT: {
          title: words("checkMailTitle"),
          body: [words("checkMailBody", { email: "{email}" })],
        },
      }}
    />
  );
}
