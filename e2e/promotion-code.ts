import { contextOf, findAccount } from "../server/domain/tenants/provider/provider-account.ts";
import { systemScope } from "../server/platform/scope.ts";
import { withServices } from "../server/with-services.ts";

// node e2e/promotion-code.ts <slug> <sandbox's address> <code>: makes a promotion code of half the price, for good, in the account that the
// tenant has with the sandbox, as its owner would in Stripe's dashboard.

const [slug = "", address = "", code = ""] = process.argv.slice(2);

await withServices("usher-e2e-promotion-code", async (services) => {
  const tenant = await services.db.tenant.findUniqueOrThrow({ where: { slug } });
  const scope = systemScope(services, tenant, "e2e");
  const account = await findAccount(scope);
  const key = services.vault.decrypt(account?.secretKeySealed ?? "", contextOf(tenant.id));
  const make = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${address}/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(fields),
    });
    const made = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(made));
    return made;
  };
  const coupon = await make("coupons", { percent_off: "50", duration: "forever" });
  await make("promotion_codes", { "promotion[type]": "coupon", "promotion[coupon]": coupon.id, code });
});
