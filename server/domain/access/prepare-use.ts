import { Decimal } from "decimal.js";
import { ApiError } from "../../errors/api-error.ts";
import type { Customer, Feature } from "../../platform/database/client/client.ts";
import { getFeatureByKeyOrThrow } from "../catalog/get-feature.ts";
import { findCustomer } from "../customers/find-customer.ts";
import { inCustomerTime } from "../customers/in-customer-time.ts";
import { nameCustomer } from "../customers/name-customer.ts";
import { loadGrant } from "../entitlements/load-grants.ts";
import type { Scope } from "../scope.ts";
import type { CountingTerms } from "../usage/counting-terms.ts";
import { countingTerms } from "./counting.ts";
import { findTerms } from "./find-terms.ts";
import { judge } from "./verdict.ts";

/** A customer and a feature whose units may be counted. */
export interface Prepared {
  customer: Customer;
  feature: Feature;
  terms: CountingTerms;
  /** The caller's, in the customer's own time. */
  scope: Scope;
}

interface Named {
  customer: string;
  feature_key: string;
  quantity: number;
}

/**
 * Looks up who uses what and under which terms; the same pair is looked up once. Refuses what no number could allow: K3003,
 * K8001, K8003 a feature without units, K8005 no subscription, a status without access, a feature not in the plan. What is
 * held can be given back whatever the status.
 */
export function createPreparer(scope: Scope): (named: Named) => Promise<Prepared> {
  const features = new Map<string, Promise<Feature>>();
  const customers = new Map<string, Promise<Customer>>();
  const pairs = new Map<string, Promise<Pair>>();
  return async ({ customer: name, feature_key: key, quantity }) => {
    const feature = await once(features, key, () => getFeatureByKeyOrThrow(scope, key));
    if (feature.type !== "METERED" && feature.type !== "ALLOCATED")
      throw new ApiError("K8003", { details: { feature_key: key, feature_type: feature.type } });
    const customer = await once(customers, name, () => named(scope, name));
    const inTime = await inCustomerTime(scope.db, scope, customer);
    const pair = await once(pairs, JSON.stringify([name, key]), () => load(inTime, customer, feature));
    if (!pair.terms || (pair.reason !== null && quantity > 0))
      throw new ApiError("K8005", { details: { reason: pair.reason ?? "NO_SUBSCRIPTION" } });
    return { customer, feature, terms: pair.terms, scope: inTime };
  };
}

/** The customer of that name; whoever is named for the first time is made. K3003. */
async function named(scope: Scope, name: string): Promise<Customer> {
  const known = await findCustomer(scope.db, scope, name);
  return known ?? scope.db.$transaction((tx) => nameCustomer(tx, scope, { customer: name }));
}

interface Pair {
  terms: CountingTerms | null;
  reason: string | null;
}

async function load(scope: Scope, customer: Customer, feature: Feature): Promise<Pair> {
  const found = await findTerms(scope.db, scope, customer, feature.id);
  const grant = await loadGrant(scope.db, scope, found.terms, feature);
  const { reason } = judge({
    grant,
    counters: [],
    dimension: "",
    quantity: new Decimal(0),
    hasSubscription: found.subscription !== null,
    hasAccess: found.hasAccess,
  });
  const terms = found.period && countingTerms(grant, found, customer, found.period);
  return { terms, reason };
}

function once<T>(known: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const loading = known.get(key) ?? load();
  known.set(key, loading);
  return loading;
}
