import type { Field } from "./action-form.tsx";

const SHORTEST_PASSWORD = 8;

/** The field in which a visitor chooses a password; its value goes by the name `password`. */
export function newPasswordField(label: string, hint: string): Field {
  return {
    name: "password",
    label,
    type: "password",
    autoComplete: "new-password",
    hint,
    minLength: SHORTEST_PASSWORD,
  };
}
