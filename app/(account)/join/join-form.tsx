"use client";

import { AcceptInvitation } from "../../../server/domain/members/accept-member-schema.ts";
import { PublicForm } from "../../_components/public-form.tsx";
import { signInWith } from "../sign-in/sign-in-with.ts";

/** Asks a person who was invited to a team for name and password. */
export default function JoinForm({ token }: { token: string }) {
  return (
    <PublicForm
      schema={AcceptInvitation}
      fields={[
        { name: "name", label: "Your name", autoComplete: "name" },
        {
          name: "password",
          label: "Password",
          kind: "password",
          isRequired: true,
          autoComplete: "new-password",
          hint: "At least 8 characters.",
        },
      ]}
      fixed={{ token }}
      submit="Join"
      act={async (api, input) => {
        const { email } = await api.members.accept.mutate(input);
        return signInWith({ email, password: input.password });
      }}
    />
  );
}
