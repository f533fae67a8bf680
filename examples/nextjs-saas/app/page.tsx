import Link from "next/link";
import { PlanCards } from "../components/plan-cards.tsx";
import { loadPlans } from "../lib/plans.ts";

// Who runs the business may change the price list at any time.
export const dynamic = "force-dynamic";

export default async function HomePage() {
  const plans = await loadPlans();
  return (
    <>
      <section className="hero">
        <h1>See what your product does.</h1>
        <p>Beacon collects product events through one API, and keeps them as long as your plan says.</p>
        <Link href="/sign-up" className="button primary large">
          Start for free
        </Link>
        <Trace />
      </section>
      <section aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <PlanCards
          plans={plans}
          action={({ name, is_free }) => (
            <Link href="/sign-up" className={`button ${is_free ? "" : "primary"}`}>
              {is_free ? "Start" : `Try ${name}`}
            </Link>
          )}
        />
      </section>
    </>
  );
}

/** A line of events, as the product would draw it. */
function Trace() {
  const heights = [
    18, 26, 22, 34, 30, 44, 40, 52, 46, 62, 58, 70, 54, 66, 78, 72, 84, 76, 92, 88, 96, 90, 104, 98,
  ];
  return (
    <svg className="trace" viewBox="0 0 480 110" preserveAspectRatio="none" aria-hidden="true">
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order.
        <rect key={index} x={index * 20 + 3} y={110 - height} width="14" height={height} rx="3" />
      ))}
    </svg>
  );
}
