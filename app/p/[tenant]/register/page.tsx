import type { Metadata } from "next";
import { Button } from "../../../_components/ui/button.tsx";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import { CodeForm } from "../../../_visitor/code-form.tsx";
import type { PageProps } from "../../../_visitor/page-props.ts";
import { RegisterForm } from "../../../_visitor/register-form.tsx";
import { Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("account"))("registerTitle") };
}

/** Makes an account where the tenant is open to everybody; else asks for a code, or leads to the waitlist. */
export default async function RegisterPage({ params }: PageProps) {
  const tenant = await tenantOr404((await params).tenant);
  const [words, pricing] = [await pageWords("account"), await pageWords("pricing")];
  const { slug, name, signupPolicy } = tenant;
  if (signupPolicy === "OPEN") {
    return (
      <Sheet>
        <RegisterForm
          tenant={tenant}
          title={words("registerTitle")}
          intro={[words("registerIntro")]}
          submit={words("register")}
        />
      </Sheet>
    );
  }
  return (
    <Sheet>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{words("registerTitle")}</h1>
      <p className="mt-2 text-pretty text-muted">{words("registerClosed", { name })}</p>
      <CodeForm action={`/p/${slug}/redeem`} />
      {signupPolicy === "WAITLIST" && (
        <Button asChild variant="secondary" className="mt-3 h-11 w-full text-base">
          <a href={`/p/${slug}/waitlist`}>{pricing("joinWaitlist")}</a>
        </Button>
      )}
    </Sheet>
  );
}
