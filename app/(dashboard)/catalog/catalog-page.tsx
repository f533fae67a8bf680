"use client";

import { ArrowDown, ArrowUp, type LucideIcon, Package } from "lucide-react";
import type { Route } from "next";
import type { Ref } from "react";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Link } from "../../_components/link.tsx";
import { ListSkeleton } from "../../_components/list-skeleton.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatInterval, formatMoney } from "../../_lib/format.ts";
import { useCatalog } from "../../_lib/use-catalog.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";
import { ProductActions } from "./product-actions.tsx";

type Catalog = ReturnType<typeof useCatalog>;

/** The products with their plans and prices. */
export function CatalogPage() {
  const catalog = useCatalog();
  const mayChange = useMay("ADMIN");
  const pressed = usePressedByLink("new");
  const newPlan = usePressedByLink("plan");
  const first = catalog.products.find(({ archived_at: archived }) => !archived);
  const { tenant } = useDashboard();
  return (
    <>
      <PageHeader
        title="Products and plans"
        description="What you sell: products with their plans, and what each plan costs and includes."
        actions={
          <>
            {mayChange && (
              <Button asChild variant="secondary">
                <Link href="/catalog/copy">{`Copy from ${tenant.tenantMode === "LIVE" ? "Test" : "Live"}`}</Link>
              </Button>
            )}
            <Button asChild variant="secondary">
              <Link href="/catalog/migrations">Move subscribers</Link>
            </Button>
            {/* While it loads, so that the buttons stay where they are. */}
            {mayChange && (first || !catalog.isLoaded) && (
              <Button asChild variant="secondary">
                <Link href="/catalog/templates">Templates</Link>
              </Button>
            )}
            {mayChange && (
              <ActionDialog
                trigger={
                  // Who has nothing on sale is led to a template first.
                  <Button ref={pressed} variant={catalog.isLoaded && !first ? "secondary" : "primary"}>
                    New product
                  </Button>
                }
                title="New product"
                schema={async () =>
                  (await import("../../../server/domain/catalog/products/create-product-schema.ts"))
                    .CreateProduct
                }
                fields={[
                  { name: "name", label: "Name", isRequired: true },
                  {
                    name: "slug",
                    label: "Slug",
                    isRequired: true,
                    proposedFrom: { field: "name", sign: "-" },
                    placeholder: "beacon",
                    hint: "Used in URLs and code. It cannot be changed later.",
                  },
                  { name: "description", label: "Description", kind: "textarea" },
                ]}
                submit="Create product"
                done="The product is there."
                act={(api, input) => api.products.create.mutate(input)}
              />
            )}
          </>
        }
      />
      {!catalog.isLoaded ? (
        <ListSkeleton rows={3} />
      ) : catalog.products.length === 0 ? (
        <Card>
          <Empty
            Icon={Package}
            title="No products yet"
            action={
              mayChange && (
                <Button asChild>
                  <Link href="/catalog/templates">Start from a template</Link>
                </Button>
              )
            }
          >
            A template is a whole catalog that can be bought right away; you change it as you like. Or begin
            with a product of your own.
          </Empty>
        </Card>
      ) : (
        <div className="space-y-4 lg:space-y-6">
          {catalog.products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              catalog={catalog}
              {...(product.id === first?.id && { newPlan })}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface ProductCardProps {
  product: Catalog["products"][number];
  catalog: Catalog;
  newPlan?: Ref<HTMLButtonElement>;
}

function ProductCard({ product, catalog, newPlan }: ProductCardProps) {
  const mayChange = useMay("ADMIN");
  const plans = catalog.plans.filter(({ product_id: productId }) => productId === product.id);
  const open = plans.filter(({ archived_at: archived }) => !archived);
  const titleId = `product-${product.slug}`;
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader className="flex-wrap">
        <div className="min-w-0">
          <CardTitle id={titleId} className="flex items-center gap-2">
            {product.name}
            {product.archived_at && <Badge>Archived</Badge>}
          </CardTitle>
          {product.description && <p className="text-xs text-muted">{product.description}</p>}
        </div>
        {mayChange && !product.archived_at && (
          <ProductActions product={product} plans={plans} {...(newPlan && { newPlan })} />
        )}
      </CardHeader>
      {plans.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">No plans yet.</p>
      ) : (
        <ul className="divide-y">
          {plans.map((plan) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              order={mayChange && !plan.archived_at ? open.map(({ id }) => id) : []}
              prices={catalog.prices.filter((price) => price.plan_id === plan.id && !price.archived_at)}
              isFree={plan.id === product.free_plan_id}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Moves a plan one place up or down among those of its product. */
function PlaceButtons({ plan, order }: Pick<PlanRowProps, "plan" | "order">) {
  const place = order.indexOf(plan.id);
  const move = useAction(
    (api, to: number) =>
      api.plans.order.mutate({
        product_id: plan.product_id,
        plan_ids: order.toSpliced(place, 1).toSpliced(to, 0, plan.id),
      }),
    { done: ({ data }) => `${plan.name} is number ${data.findIndex(({ id }) => id === plan.id) + 1}.` },
  );
  const button = (to: number, label: string, Icon: LucideIcon) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      // Stays in place for the keyboard at the end of the list, where a disabled button would lose the focus.
      aria-disabled={to < 0 || to >= order.length || undefined}
      className="aria-disabled:opacity-40"
      onClick={() => to >= 0 && to < order.length && !move.isPending && move.mutate(to)}
    >
      <Icon aria-hidden />
    </Button>
  );
  return (
    <span className="relative z-10 -mr-2 flex">
      {button(place - 1, `Move ${plan.name} up`, ArrowUp)}
      {button(place + 1, `Move ${plan.name} down`, ArrowDown)}
    </span>
  );
}

interface PlanRowProps {
  plan: Catalog["plans"][number];
  prices: Catalog["prices"];
  isFree: boolean;
  /** The ids of the product's plans, where the member may order them. */
  order: string[];
}

function PlanRow({ plan, prices, isFree, order }: PlanRowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 transition-colors hover:bg-subtle/60">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <Link
            href={`/catalog/plans/${plan.id}` as Route}
            className="truncate rounded font-medium after:absolute after:inset-0"
          >
            {plan.name}
          </Link>
          {isFree && <Badge tone="positive">Free plan</Badge>}
          {!plan.is_public && <Badge>Hidden</Badge>}
          {plan.archived_at && <Badge>Archived</Badge>}
        </div>
        {plan.description && <p className="truncate text-xs text-muted">{plan.description}</p>}
      </div>
      <p className="text-[0.8125rem] text-muted tabular-nums max-sm:order-last max-sm:basis-full">
        {pricesInWords(prices)}
      </p>
      {order.length > 1 && <PlaceButtons plan={plan} order={order} />}
    </li>
  );
}

/** The two lowest prices, and how many more there are. */
function pricesInWords(prices: Catalog["prices"]): string {
  if (prices.length === 0) return "No price";
  if (prices.every(({ amount }) => amount === 0)) return "Free";
  const shown = prices
    .toSorted((a, b) => a.currency.localeCompare(b.currency) * -1 || a.amount - b.amount)
    .slice(0, 2)
    .map(({ amount, currency, interval }) => `${formatMoney(amount, currency)} / ${formatInterval(interval)}`)
    .join(" · ");
  const others = prices.length - 2;
  return others > 0 ? `${shown} and ${others} more ${others === 1 ? "price" : "prices"}` : shown;
}
