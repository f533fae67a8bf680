import type { Metadata } from "next";
import { pageWords } from "../../../_i18n/translator.ts";
import { errorName } from "../../../_lib/api.ts";
import { tenantOr404, visitorApi } from "../../../_lib/visitor.ts";
import { refusalWords } from "../../../_visitor/attempt.ts";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";
import { RegisterForm } from "../../../_visitor/register-form.tsx";
import { Notice, Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { name } = await tenantOr404((await params).tenant);
  return { title: (await pageWords("account"))("acceptTitle", { name }) };
}

/** Where the mail of an invitation leads. Looking at it uses nothing up: mail programs follow links, too. */
export default async function AcceptInvitationPage(props: PageProps) {
  const tenant = await tenantOr404((await props.params).tenant);
  const [words, errors] = [await pageWords("account"), await pageWords("errors")];
  const token = await queryField(props, "token");
  const title = words("acceptTitle", { name: tenant.name });
  if (!token) return <Notice title={words("incompleteTitle")}>{words("incompleteBody")}</Notice>;
  const api = await visitorApi(tenant);
  const found = await api.invitations.check.mutate({ token }).catch(async (error: unknown) => {
    if (errorName(error) === null) throw error;
    return refusalWords(error);
  });
  if (typeof found === "string") return <Notice title={title}>{found}</Notice>;
  if (found.state !== "OPEN") return <Notice title={title}>{errors("invitation_not_usable")}</Notice>;
  return (
    <Sheet>
      <RegisterForm
        tenant={tenant}
        title={title}
        intro={[words("acceptIntro")]}
        submit={words("accept")}
        email={found.email ?? undefined}
        token={token}
      />
    </Sheet>
  );
}
