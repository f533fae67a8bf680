"use client";

import { Plus } from "lucide-react";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { useAction, useLoaded } from "../../../../_lib/use-loaded.ts";
import type { Entitlement, Pack } from "./entitlement.ts";
import { asInput, type Feature, fieldsOf, toEntitlement, toForm, wordsOf } from "./entitlement-form.ts";
import { type Sold, soldOrPriced } from "./price-slots.ts";

/** The entitlements of a pack; a draft is saved after each change. */
export function EntitlementsEditor({ pack, isEditable }: { pack: Pack; isEditable: boolean }) {
  const { data: features } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const { data: prices } = useLoaded("prices", pack.plan_id, (api, signal) =>
    api.prices.list.query({ plan_id: pack.plan_id, limit: 200 }, { signal }),
  );
  const sold = (prices?.data ?? []).filter((price) => !price.archived_at);
  const all = (features?.data ?? []).toSorted((a, b) => a.position - b.position);
  const granted = pack.entitlements.toSorted(
    (a, b) => all.findIndex(({ id }) => id === a.feature_id) - all.findIndex(({ id }) => id === b.feature_id),
  );
  const missing = all.filter(
    ({ id, archived_at: archived }) => !archived && !granted.some((one) => one.feature_id === id),
  );
  return (
    <Card aria-label="Entitlements">
      <CardHeader>
        <CardTitle>Grants</CardTitle>
        <span className="text-xs text-muted">
          {granted.length} {granted.length === 1 ? "feature" : "features"}
        </span>
      </CardHeader>
      {granted.length === 0 && (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">Nothing yet.</p>
      )}
      <ul className="divide-y">
        {granted.map((entitlement) => {
          const feature = all.find(({ id }) => id === entitlement.feature_id);
          return (
            <li
              key={entitlement.feature_id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5"
            >
              <div className="min-w-0 flex-1">
                <p className="font-medium">{entitlement.feature_name}</p>
                <p className="text-[0.8125rem] text-pretty text-muted">{wordsOf(entitlement)}</p>
              </div>
              {isEditable && feature && (
                <span className="flex gap-1">
                  <EntitlementDialog pack={pack} feature={feature} entitlement={entitlement} sold={sold} />
                  <RemoveButton pack={pack} entitlement={entitlement} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {isEditable && missing.length > 0 && (
        <div className="border-t px-4 py-3">
          <h3 className="mb-2 text-xs font-medium text-muted">Add</h3>
          <div className="flex flex-wrap gap-2">
            {missing.map((feature) => (
              <EntitlementDialog
                key={feature.id}
                pack={pack}
                feature={feature}
                entitlement={null}
                sold={sold}
              />
            ))}
          </div>
        </div>
      )}
    </Card>
  );
}

interface Editing {
  pack: Pack;
  feature: Feature;
  entitlement: Entitlement | null;
  /** What the plan is sold at. */
  sold: Sold[];
}

function EntitlementDialog({ pack, feature, entitlement, sold: onSale }: Editing) {
  const sold = soldOrPriced(onSale, entitlement);
  const others = pack.entitlements.filter(({ feature_id: id }) => id !== feature.id).map(asInput);
  return (
    <ActionDialog
      trigger={
        entitlement ? (
          <Button variant="ghost" size="small" aria-label={`Edit ${feature.name}`}>
            Edit
          </Button>
        ) : (
          <Button variant="secondary" size="small" aria-label={`Add ${feature.name}`}>
            <Plus aria-hidden />
            {feature.name}
          </Button>
        )
      }
      title={feature.name}
      description={feature.description ?? undefined}
      schema={async () => (await import("./typed-schema.ts")).entitlementForm(sold)}
      fields={fieldsOf(feature, sold)}
      initial={toForm(entitlement, sold)}
      submit={entitlement ? "Save" : "Add"}
      done="The draft was saved."
      act={(api, typed) =>
        api.packs.setEntitlements.mutate({
          pack_id: pack.id,
          entitlements: [...others, toEntitlement(feature.key, typed, sold)],
        })
      }
    />
  );
}

function RemoveButton({ pack, entitlement }: { pack: Pack; entitlement: Entitlement }) {
  const remove = useAction(
    (api) =>
      api.packs.setEntitlements.mutate({
        pack_id: pack.id,
        entitlements: pack.entitlements
          .filter(({ feature_id: id }) => id !== entitlement.feature_id)
          .map(asInput),
      }),
    { done: `${entitlement.feature_name} was removed from the draft.` },
  );
  return (
    <Button
      variant="ghost"
      size="small"
      disabled={remove.isPending}
      aria-label={`Remove ${entitlement.feature_name}`}
      onClick={() => remove.mutate(undefined)}
    >
      Remove
    </Button>
  );
}
