"use client";

import { ToggleRight } from "lucide-react";
import { isCounted, unitFor } from "../../../server/platform/units.ts";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Link } from "../../_components/link.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { RowName } from "../../_components/table/row-name.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";
import { FEATURE_TRANSLATIONS } from "../catalog/translations-field.ts";

type Row = Awaited<ReturnType<Api["features"]["list"]["query"]>>["data"][number];

const TYPES = {
  BOOLEAN: "On or off",
  METERED: "Counted from zero each period",
  ALLOCATED: "Held, such as seats",
  STATIC: "A value",
} as const;

const COLUMNS: Column<Row>[] = [
  {
    id: "name",
    header: "Feature",
    lines: 2,
    cell: ({ name, description, key, archived_at: archived }) => (
      <RowName
        name={
          <span className="flex items-center gap-2">
            <span className="truncate">{name}</span>
            {archived && <Badge>Archived</Badge>}
          </span>
        }
        also={
          <>
            <code className="sm:hidden">{key}</code>
            {description && (
              <span className="max-sm:block" title={description}>
                {description}
              </span>
            )}
          </>
        }
      />
    ),
  },
  {
    id: "key",
    header: "Key",
    from: "sm",
    cell: ({ key }) => <CopyButton value={key} className="max-w-40" />,
  },
  {
    id: "type",
    header: "Type",
    from: "sm",
    onCard: true,
    cell: ({ type, unit_label: unit }) => (
      <>
        {TYPES[type]}
        {unit && <span className="ml-2 text-xs text-muted">in {unitFor(2, unit)}</span>}
      </>
    ),
  },
  { id: "actions", header: "", align: "right", cell: (row) => <RowActions feature={row} /> },
];

const WORDS: FormField[] = [
  { name: "name", label: "Name", isRequired: true },
  { name: "description", label: "Description", kind: "textarea", whenEmpty: "null" },
  {
    name: "unit_label",
    label: "Unit",
    placeholder: "call",
    hint: "In the singular, such as call. Plans show 500 calls.",
    whenEmpty: "null",
  },
  { name: "position", label: "Position", kind: "number", hint: "Lower numbers come first." },
  FEATURE_TRANSLATIONS,
];

function RowActions({ feature }: { feature: Row }) {
  if (!useMay("ADMIN") || feature.archived_at) return null;
  return (
    <span className="flex justify-end gap-1">
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Edit ${feature.name}`}>
            Edit
          </Button>
        }
        title={`Edit ${feature.name}`}
        schema={async () =>
          (await import("../../../server/domain/catalog/features/update-feature-schema.ts")).UpdateFeature
        }
        fields={WORDS}
        fixed={{ feature_id: feature.id }}
        initial={{ ...feature }}
        submit="Save"
        done="The feature was changed."
        act={(api, input) => api.features.update.mutate(input)}
      />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Archive ${feature.name}`}>
            Archive
          </Button>
        }
        title={`Archive ${feature.name}?`}
        description="New versions of plans cannot include this feature. Versions that have it already keep it."
        schema={async () => (await import("../../../server/domain/catalog/features/schema.ts")).FeatureId}
        fixed={{ feature_id: feature.id }}
        submit="Archive"
        isDangerous
        done="The feature was archived."
        act={(api, input) => api.features.archive.mutate(input)}
      />
    </span>
  );
}

/** The features that plans can grant. */
export function FeaturesPage() {
  const mayChange = useMay("ADMIN");
  const pressed = usePressedByLink("new");
  return (
    <>
      <PageHeader
        title="Features"
        description="What your plans grant. Your product checks a feature by its key."
        actions={
          mayChange && (
            <ActionDialog
              trigger={<Button ref={pressed}>New feature</Button>}
              title="New feature"
              description="Key and type cannot be changed later."
              schema={async () =>
                (await import("../../../server/domain/catalog/features/create-feature-schema.ts"))
                  .CreateFeature
              }
              fields={[
                { name: "name", label: "Name", isRequired: true },
                {
                  name: "key",
                  label: "Key",
                  isRequired: true,
                  proposedFrom: { field: "name", sign: "_" },
                  placeholder: "api_calls",
                },
                {
                  name: "type",
                  label: "Type",
                  kind: "select",
                  options: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
                },
                {
                  name: "value_type",
                  label: "Kind of value",
                  kind: "select",
                  options: ["string", "number", "boolean", "json"].map((value) => ({ value, label: value })),
                  isShown: ({ type }) => type === "STATIC",
                },
                {
                  name: "unit_label",
                  label: "Unit",
                  placeholder: "call",
                  isShown: ({ type, value_type: value }) =>
                    isCounted(type) || (type === "STATIC" && value === "number"),
                },
                { name: "description", label: "Description", kind: "textarea" },
              ]}
              initial={{ type: "METERED", value_type: "string" }}
              submit="Create feature"
              done="The feature was created."
              act={(api, input) => api.features.create.mutate(input)}
            />
          )
        }
      />
      <DataTable
        name="features"
        columns={COLUMNS}
        query={(api) => api.features.list}
        input={(_, page) => page}
        csv={({ translations, ...row }) => ({ ...row, translations: JSON.stringify(translations) })}
        empty={
          <Empty
            Icon={ToggleRight}
            title="No features yet"
            action={
              mayChange && (
                <Button asChild variant="secondary">
                  <Link href="/catalog/templates">Start from a template</Link>
                </Button>
              )
            }
          >
            A feature is what your product limits or counts, such as API calls, seats or single sign-on.
          </Empty>
        }
      />
    </>
  );
}
