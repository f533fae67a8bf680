"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { CreateFeature } from "../../../../../server/domain/catalog/features/create-feature-schema.ts";
import { isCounted } from "../../../../../server/platform/units.ts";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Feature } from "./entitlement-form.ts";
import { InlineForm } from "./inline-form.tsx";

const KINDS = [
  { value: "METERED", label: "Used up and counted anew each period, such as API calls" },
  { value: "ALLOCATED", label: "Held until given back, such as seats" },
  { value: "BOOLEAN", label: "On or off, such as single sign-on" },
  { value: "STATIC", label: "A value, such as a region" },
];
const VALUES = [
  { value: "string", label: "Text" },
  { value: "number", label: "A number" },
  { value: "boolean", label: "Yes or no" },
  { value: "json", label: "JSON" },
];

/** Adds a feature of the catalog to the plan, or a new one. */
export function NewFeature({ missing, onAdd }: { missing: Feature[]; onAdd: (feature: Feature) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="space-y-3 border-t px-4 py-3">
      <h3 className="text-xs font-medium text-muted">Add a feature</h3>
      <div className="flex flex-wrap gap-2">
        {missing.map((feature) => (
          <Button
            key={feature.id}
            variant="secondary"
            size="small"
            aria-label={`Add ${feature.name}`}
            onClick={() => onAdd(feature)}
          >
            <Plus aria-hidden />
            {feature.name}
          </Button>
        ))}
        <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          New feature
        </Button>
      </div>
      {isOpen && (
        <InlineForm
          schema={CreateFeature}
          fields={[
            { name: "name", label: "Name", isRequired: true, placeholder: "API calls" },
            {
              name: "unit_label",
              label: "Unit",
              placeholder: "call",
              hint: "In the singular.",
              isShown: ({ type }) => isCounted(type),
            },
            { name: "type", label: "Kind", kind: "select", options: KINDS },
            {
              name: "value_type",
              label: "Kind of value",
              kind: "select",
              options: VALUES,
              isShown: ({ type }) => type === "STATIC",
            },
          ]}
          folded={{
            title: "Advanced",
            fields: [
              {
                name: "key",
                label: "Key",
                isRequired: true,
                proposedFrom: { field: "name", sign: "_" },
                hint: "Your code asks for the feature by it. It never changes.",
              },
              { name: "description", label: "Description", kind: "textarea" },
            ],
          }}
          fixed={{}}
          initial={{ type: "METERED", value_type: "string" }}
          submit="Add feature"
          done="The feature was added to the plan."
          act={(api, input) => api.features.create.mutate(input)}
          onDone={(feature) => {
            setIsOpen(false);
            onAdd(feature);
          }}
          cancel={{ label: "Close", act: () => setIsOpen(false) }}
        />
      )}
    </div>
  );
}
