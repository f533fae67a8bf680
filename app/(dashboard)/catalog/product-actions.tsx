"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import type { Ref } from "react";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { useCatalog } from "../../_lib/use-catalog.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";
import { TRANSLATIONS } from "./translations-field.ts";

type Catalog = ReturnType<typeof useCatalog>;
type Product = Catalog["products"][number];

interface Props {
  product: Product;
  plans: Catalog["plans"];
  /** The button of a new plan, where a link presses it. */
  newPlan?: Ref<HTMLButtonElement>;
}

/** Edits and archives a product, and adds a plan to it. */
export function ProductActions({ product, plans, newPlan }: Props) {
  return (
    <div className="flex gap-1">
      <EditProduct product={product} plans={plans} />
      <ArchiveProduct product={product} />
      <NewPlan product={product} button={newPlan} />
    </div>
  );
}

function EditProduct({ product, plans }: { product: Product; plans: Catalog["plans"] }) {
  const planOptions = plans.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ActionDialog
      trigger={
        <Button variant="ghost" size="small" aria-label={`Edit ${product.name}`}>
          Edit
        </Button>
      }
      title={`Edit ${product.name}`}
      schema={async () =>
        (await import("../../../server/domain/catalog/products/update-product-schema.ts")).UpdateProduct
      }
      fields={[
        { name: "name", label: "Name", isRequired: true },
        { name: "description", label: "Description", kind: "textarea", whenEmpty: "null" },
        {
          name: "free_plan_id",
          label: "Free plan",
          kind: "select",
          whenEmpty: "null",
          options: [{ value: "", label: "None" }, ...planOptions],
          hint: "The plan of customers without a subscription.",
        },
        { name: "position", label: "Position", kind: "number" },
        TRANSLATIONS,
      ]}
      fixed={{ product_id: product.id }}
      initial={{ ...product }}
      submit="Save"
      done="The product was changed."
      act={(api, input) => api.products.update.mutate(input)}
    />
  );
}

function ArchiveProduct({ product }: { product: Product }) {
  const pressed = usePressedByLink(`archive-${product.id}`);
  return (
    <ActionDialog
      trigger={
        <Button ref={pressed} variant="ghost" size="small" aria-label={`Archive ${product.name}`}>
          Archive
        </Button>
      }
      title={`Archive ${product.name}?`}
      description="The product can no longer be bought. Existing subscriptions continue."
      schema={async () => (await import("../../../server/domain/catalog/products/schema.ts")).ProductId}
      fixed={{ product_id: product.id }}
      submit="Archive"
      isDangerous
      done="The product was archived."
      act={(api, input) => api.products.archive.mutate(input)}
    />
  );
}

/** Asks what the plan is called, and goes on to the page where the rest of it is made. */
function NewPlan({ product, button }: { product: Product; button: Ref<HTMLButtonElement> | undefined }) {
  const router = useRouter();
  const { products } = useCatalog();
  const open = products.filter(({ archived_at: archived }) => !archived);
  return (
    <ActionDialog
      trigger={
        <Button ref={button} variant="secondary" size="small" aria-label={`New plan of ${product.name}`}>
          New plan
        </Button>
      }
      title="New plan"
      description="Its prices and features follow on the next page."
      schema={async () =>
        (await import("../../../server/domain/catalog/plans/create-plan-schema.ts")).CreatePlan
      }
      fields={[
        {
          name: "product_id",
          label: "Product",
          kind: "select",
          options: open.map(({ id, name }) => ({ value: id, label: name })),
          isShown: () => open.length > 1,
        },
        { name: "name", label: "Name", isRequired: true },
        {
          name: "slug",
          label: "Slug",
          isRequired: true,
          proposedFrom: { field: "name", sign: "-" },
          placeholder: "startup",
        },
        { name: "description", label: "Description", kind: "textarea" },
        { name: "is_public", label: "On the price list", kind: "switch" },
      ]}
      {...(open.length > 1 ? {} : { fixed: { product_id: product.id } })}
      about={{ product_id: product.id }}
      initial={{ product_id: product.id, is_public: true }}
      submit="Create plan"
      done="Plan created."
      act={(api, input) => api.plans.create.mutate(input)}
      onDone={({ id }) => router.push(`/catalog/plans/${id}` as Route)}
    />
  );
}
