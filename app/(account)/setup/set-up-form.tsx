"use client";

import { SetUpOwner } from "../../../server/domain/members/set-up-owner-schema.ts";
import { PublicForm } from "../../_components/public-form.tsx";
import { rememberChoice, TENANT_COOKIE } from "../../_lib/choices.ts";
import { signInWith } from "../sign-in/sign-in-with.ts";

/** Company and owner; who fills it in is signed in right after. */
export default function SetUpForm({ token }: { token: string }) {
  return (
    <PublicForm
      schema={SetUpOwner.omit({ token: true })}
      fields={[
        {
          name: "company",
          label: "Company",
          isRequired: true,
          placeholder: "Northwind",
          autoComplete: "organization",
        },
        {
          name: "slug",
          label: "Slug",
          isRequired: true,
          proposedFrom: { field: "company", sign: "-" },
          placeholder: "northwind",
          hint: "In the addresses of your pages, such as /p/northwind/pricing. It cannot be changed later.",
        },
        { name: "name", label: "Your name", autoComplete: "name" },
        { name: "email", label: "E-mail address", kind: "email", isRequired: true, autoComplete: "username" },
        {
          name: "password",
          label: "Password",
          kind: "password",
          isRequired: true,
          autoComplete: "new-password",
          hint: "At least 8 characters. Not a common password, and not the name of your e-mail address.",
        },
      ]}
      submit="Begin"
      act={async (api, input) => {
        const { email, sandbox_tenant_id: sandbox } = await api.members.setUp.mutate({ ...input, token });
        rememberChoice(TENANT_COOKIE, sandbox);
        return signInWith({ email, password: input.password });
      }}
    />
  );
}
