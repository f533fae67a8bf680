import type { FormField } from "../../_components/form/field.ts";

const NAME = { name: "name", label: "Name" };
const DESCRIPTION = { name: "description", label: "Description", hasLines: true };

const HINT =
  "Buyers read these where the language of their page is one of them. A text that is left empty is shown as you wrote it above.";

/** Names and descriptions of a product or a plan in other languages. */
export const TRANSLATIONS: FormField = {
  name: "translations",
  label: "Translations",
  kind: "translations",
  texts: [NAME, DESCRIPTION],
  hint: HINT,
};

/** As TRANSLATIONS, for a feature with its unit. */
export const FEATURE_TRANSLATIONS: FormField = {
  ...TRANSLATIONS,
  texts: [NAME, DESCRIPTION, { name: "unit_label", label: "Unit" }],
};
