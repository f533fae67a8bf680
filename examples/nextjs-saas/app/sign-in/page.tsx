import { AccountForm } from "../../components/account-form.tsx";
import { signIn } from "../account-actions.ts";

export const metadata = { title: "Sign in · Beacon" };

export default function SignInPage() {
  return <AccountForm title="Sign in" action={signIn} button="Sign in" isNew={false} />;
}
