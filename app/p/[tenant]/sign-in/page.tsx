import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageWords } from "../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../_lib/visitor.ts";
import type { PageProps } from "../../../_visitor/page-props.ts";
import { Notice } from "../../../_visitor/sheet.tsx";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { name } = await tenantOr404((await params).tenant);
  return { title: (await pageWords("account"))("signInTitle", { name }) };
}

/** People sign in to the tenant's own product: this leads there where the tenant has said where that is. */
export default async function SignInPage({ params }: PageProps) {
  const { name, websiteUrl } = await tenantOr404((await params).tenant);
  // An address in the tenant's settings, not one of our routes.
  if (websiteUrl) redirect(websiteUrl as never);
  const words = await pageWords("account");
  return <Notice title={words("signInTitle", { name })}>{words("signInBody", { name })}</Notice>;
}
