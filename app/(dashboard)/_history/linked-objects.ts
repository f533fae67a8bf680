/** Something that a change is about and that has a page. */
export interface LinkedObject {
  kind: "Invoice" | "Customer" | "Subscription" | "Plan" | "Webhook";
  id: string;
  href: string;
  /** What people call it, where the change says so. */
  name: string | null;
}

/** Where each has its page, and by which object or field of an event it is named; in the order in which people ask for them. */
const PAGES: { kind: LinkedObject["kind"]; type: string; nameField: string; path: string }[] = [
  { kind: "Invoice", type: "invoice", nameField: "number", path: "/invoices?invoice=" },
  { kind: "Customer", type: "customer", nameField: "name", path: "/customers/" },
  { kind: "Subscription", type: "subscription", nameField: "name", path: "/subscriptions/" },
  { kind: "Plan", type: "plan", nameField: "name", path: "/catalog/plans/" },
  { kind: "Webhook", type: "webhook_endpoint", nameField: "url", path: "/webhook-endpoints/" },
];

/** The pages of what a change is about: of the object itself, and of those that it names by their ids. */
export function linkedObjects(type: string, id: string, data: unknown): LinkedObject[] {
  return PAGES.flatMap((page) => {
    const own = type === page.type ? { ...fieldsOf(data), id } : null;
    const inner = fieldsOf(fieldsOf(data)[page.type]);
    const found = own ?? (textOf(inner.id) ? inner : { id: fieldsOf(data)[`${page.type}_id`] });
    const foundId = textOf(found.id);
    if (foundId === null) return [];
    return {
      kind: page.kind,
      id: foundId,
      href: `${page.path}${foundId}`,
      name: textOf(fieldsOf(found)[page.nameField]),
    };
  });
}

const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === "object" && data !== null ? { ...data } : {};

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
