import { AccountForm } from "../../components/account-form.tsx";
import { signUp } from "../account-actions.ts";

export const metadata = { title: "Sign up · Beacon" };

export default function SignUpPage() {
  return <AccountForm title="Make an account" action={signUp} button="Sign up" isNew />;
}
