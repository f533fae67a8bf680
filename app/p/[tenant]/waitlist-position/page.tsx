import type { Metadata } from "next";
import { Button } from "../../../_components/ui/button.tsx";
import { pageLocale, pageWords } from "../../../_i18n/translator.ts";
import { errorName } from "../../../_lib/api.ts";
import { pagesBridge } from "../../../_lib/bridge.ts";
import { tenantOr404, visitorApi } from "../../../_lib/visitor.ts";
import { confirmPlace } from "../../../_visitor/actions.ts";
import { refusalWords } from "../../../_visitor/attempt.ts";
import { CopyLink } from "../../../_visitor/copy-link.tsx";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";
import { Notice } from "../../../_visitor/sheet.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("waitlist"))("positionTitle") };
}

/**
 * Where the mail about joining leads: the place in line, and the link that moves its owner up. The button confirms the address, not the
 * look: mail programs follow links, too.
 */
export default async function WaitlistPositionPage(props: PageProps) {
  const tenant = await tenantOr404((await props.params).tenant);
  const words = await pageWords("waitlist");
  const code = (await queryField(props, "code")) ?? "";
  const api = await visitorApi(tenant);
  const place = await api.waitlist.position
    .query({ referral_code: code.slice(0, 64) || "-" })
    .catch(async (error: unknown) => {
      if (errorName(error) === null) throw error;
      return refusalWords(error);
    });
  if (typeof place === "string") return <Notice title={words("positionTitle")}>{place}</Notice>;
  const number = new Intl.NumberFormat(await pageLocale());
  const link = `${pagesBridge().baseUrl}/p/${tenant.slug}/waitlist?ref=${encodeURIComponent(code)}`;
  return (
    <Notice title={words("positionTitle")}>
      {place.position === null ? (
        <p>{words("notWaiting")}</p>
      ) : (
        <p className="pt-2">
          <span className="block text-5xl font-semibold tracking-tight text-foreground tabular-nums">
            {number.format(place.position)}
          </span>
          {words("ofTotal", { total: place.total })}
        </p>
      )}
      {tenant.hasReferrals && !place.is_confirmed && (
        <form action={confirmPlace.bind(null, tenant.slug, code)} className="space-y-3 pt-5">
          <p>{words("confirmIntro")}</p>
          <Button type="submit" className="h-11 w-full text-base">
            {words("confirm")}
          </Button>
        </form>
      )}
      {tenant.hasReferrals && place.is_confirmed && <p className="pt-2">{words("confirmed")}</p>}
      {tenant.hasReferrals && (
        <div className="pt-5">
          <CopyLink link={link} label={words("share")} copy={words("copy")} copied={words("copied")} />
          <p className="mt-2 text-[0.8125rem]">{words("referrals", { count: place.referral_count })}</p>
        </div>
      )}
    </Notice>
  );
}
