import type { ReactNode } from "react";
import { featureLine, money, monthly, type Plan } from "../lib/plans.ts";

interface Props {
  plans: Plan[];
  /** What stands at the end of each card. */
  action: (plan: Plan) => ReactNode;
  current?: string | undefined;
}

/** The plans on sale, side by side. */
export function PlanCards({ plans, action, current }: Props) {
  return (
    <div className="plans">
      {plans.map((plan) => {
        const price = monthly(plan);
        return (
          <article key={plan.id} className="card plan" data-current={plan.slug === current || undefined}>
            <h3>{plan.name}</h3>
            <p className="muted">{plan.description}</p>
            <p className="price">
              <strong>{price ? money(price.amount, price.currency) : "–"}</strong> a month
            </p>
            <ul>
              {plan.features.map((feature) => {
                const line = featureLine(feature);
                return line && <li key={feature.key}>{line}</li>;
              })}
            </ul>
            <div className="end">
              {price && price.trial_days > 0 && (
                <p className="muted small">The first {price.trial_days} days are free</p>
              )}
              {action(plan)}
            </div>
          </article>
        );
      })}
    </div>
  );
}
