import { UsherProvider } from "@usher/client/react";
import { PlanCards } from "../../components/plan-cards.tsx";
import { loadPlans } from "../../lib/plans.ts";
import { needPerson } from "../../lib/session.ts";
import { clients } from "../../lib/usher.ts";
import { openPortal, upgrade } from "./actions.ts";
import { SingleSignOn } from "./single-sign-on.tsx";
import { UsageMeter } from "./usage-meter.tsx";

export const metadata = { title: "Your account · Beacon" };

export default async function DashboardPage() {
  const { customer } = await needPerson();
  const { usher } = clients();
  const [initial, plans, { data: subscriptions }] = await Promise.all([
    usher.entitlements.list({ customer }),
    loadPlans(),
    usher.subscriptions.list({ customer, limit: 10 }),
  ]);
  const live = subscriptions.find(({ status }) => status !== "CANCELED");
  const current = live?.plan.slug ?? plans.find(({ is_free }) => is_free)?.slug;
  return (
    <UsherProvider source="/api/entitlements" initial={initial} key={customer}>
      <h1>Your account</h1>
      <div className="columns">
        <UsageMeter />
        <SingleSignOn />
      </div>
      <section aria-labelledby="plan">
        <div className="heading">
          <h2 id="plan">Your plan</h2>
          {live && (
            <form action={openPortal}>
              <button type="submit" className="button">
                Invoices, card, cancellation
              </button>
            </form>
          )}
        </div>
        <PlanCards
          plans={plans}
          current={current}
          action={({ slug, name, is_free }) =>
            slug === current ? (
              <p className="badge">Yours</p>
            ) : is_free ? null : (
              <form action={upgrade}>
                <input type="hidden" name="plan" value={slug} />
                <button type="submit" className="button primary">
                  {live ? `Change to ${name}` : `Upgrade to ${name}`}
                </button>
              </form>
            )
          }
        />
      </section>
    </UsherProvider>
  );
}
