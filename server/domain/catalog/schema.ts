import { z } from "zod";
import {
  Currency,
  EmailInput,
  FeatureType,
  Identifier,
  isPlain,
  lines,
  pageOf,
  pageQuery,
  Slug,
  Timestamp,
  text,
} from "../../platform/schema/common.ts";
import { INTERVALS } from "../../platform/schema/interval.ts";
import { Amount, MAX_AMOUNT } from "../../platform/schema/money.ts";

/** docs/interface.md 2.3. */
export const PlanSummary = z
  .object({ id: z.string(), slug: z.string(), name: z.string() })
  .meta({ id: "PlanSummary" });

/** docs/interface.md 2.4. */
export const PriceSummary = z
  .object({
    id: z.string(),
    amount: Amount,
    currency: z.string().meta({ description: "ISO 4217, upper case." }),
    interval: z.enum(INTERVALS),
    price_label_name: z.string(),
    price_label_slug: z.string(),
  })
  .meta({ id: "PriceSummary" });

/** docs/interface.md 2.5. */
export const PackSummary = z
  .object({ id: z.string(), version: z.number().int(), status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]) })
  .meta({ id: "PackSummary" });

/** BCP 47: a language, and where it is needed a script and a region. */
const LanguageTag = z
  .string()
  .regex(
    /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/,
    "Write a language tag, such as de or pt-BR",
  );

const MAX_LANGUAGES = 30;

function translationsOf<Texts extends z.ZodRawShape>(texts: Texts) {
  return z
    .record(LanguageTag, z.strictObject(texts))
    .refine(
      (all) => Object.keys(all).length <= MAX_LANGUAGES,
      `must have at most ${MAX_LANGUAGES} languages`,
    );
}

const TRANSLATED = { name: text(100).optional(), description: lines(2000).optional() };
const SAYS =
  "Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own.";

/** Texts of a product or a plan in other languages. */
export const Translations = translationsOf(TRANSLATED).meta({ description: SAYS });

/** Texts of a feature in other languages. */
export const FeatureTranslations = translationsOf({ ...TRANSLATED, unit_label: text(50).optional() }).meta({
  description: SAYS,
});

/** Wanted by readers, in any case and with parts that no translation names. */
export const WantedLocale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/, "Write a language tag, such as de or pt-BR")
  .meta({
    description:
      "A language tag, such as de or de-AT: names, descriptions and units in this language, or a wider one, where they are translated.",
  });

const stamps = { created_at: Timestamp, updated_at: Timestamp, archived_at: Timestamp.nullable() };
const Position = z.number().int().min(0).max(100_000).meta({ description: "Lower comes first." });

export const Product = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    position: z.number().int(),
    free_plan_id: z
      .string()
      .nullable()
      .meta({ description: "The plan of customers without a subscription." }),
    translations: Translations,
    ...stamps,
  })
  .meta({ id: "Product" });

export const CreateProduct = z
  .strictObject({
    slug: Slug,
    name: text(100),
    description: lines(2000).optional(),
    position: Position.default(0),
    translations: Translations.default({}),
  })
  .meta({ id: "CreateProductRequest" });

export const UpdateProduct = z
  .strictObject({
    product_id: Identifier,
    name: text(100).optional(),
    description: lines(2000).nullable().optional(),
    position: Position.optional(),
    free_plan_id: Identifier.nullable().optional(),
    translations: Translations.optional(),
  })
  .meta({ id: "UpdateProductRequest" });

export const ProductId = z.strictObject({ product_id: Identifier });
export const ListProducts = z.strictObject({ ...pageQuery });
export const ProductPage = pageOf(Product);

/** Whether a mailto: link has an address that mail can be sent to (RFC 6068); true for every other link. */
function mailsSomeone(url: string): boolean {
  const [, encoded] = /^mailto:([^?]*)/.exec(url) ?? [];
  if (encoded === undefined) return true;
  try {
    return EmailInput.safeParse(decodeURIComponent(encoded)).success;
  } catch {
    return false;
  }
}

/** Where a plan that is sold in a conversation leads: a page, or an e-mail address. */
const ContactUrl = z
  .string()
  .max(500)
  .regex(
    /^(?:https:\/\/[^\s/]+\.[^\s]+|mailto:[^\s@]+@[^\s@]+)$/,
    "Write an address that begins with https://, or mailto: and an e-mail address",
  )
  .refine(mailsSomeone, "must have an e-mail address behind mailto:")
  .refine(isPlain, "must not contain control characters");

const onPricingPage = {
  is_highlighted: z.boolean().meta({ description: "Whether the price list recommends it." }),
  includes_plan_id: Identifier.nullable().meta({
    description:
      "A plan of the same product: the price list says that this one has all of it, and lists what is more.",
  }),
  contact_url: ContactUrl.nullable().meta({
    description: "https: or mailto:. The price list leads there instead of to the checkout.",
  }),
};

export const Plan = z
  .object({
    id: z.string(),
    product_id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    position: z.number().int(),
    is_public: z.boolean().meta({ description: "Whether the price list shows it." }),
    ...onPricingPage,
    translations: Translations,
    ...stamps,
  })
  .meta({ id: "Plan" });

export const CreatePlan = z
  .strictObject({
    product_id: Identifier,
    slug: Slug,
    name: text(100),
    description: lines(2000).optional(),
    position: Position.default(0),
    is_public: z.boolean().default(true),
    is_highlighted: onPricingPage.is_highlighted.default(false),
    includes_plan_id: onPricingPage.includes_plan_id.default(null),
    contact_url: onPricingPage.contact_url.default(null),
    translations: Translations.default({}),
  })
  .meta({ id: "CreatePlanRequest" });

export const UpdatePlan = z
  .strictObject({
    plan_id: Identifier,
    name: text(100).optional(),
    description: lines(2000).nullable().optional(),
    position: Position.optional(),
    is_public: z.boolean().optional(),
    is_highlighted: onPricingPage.is_highlighted.optional(),
    includes_plan_id: onPricingPage.includes_plan_id.optional(),
    contact_url: onPricingPage.contact_url.optional(),
    translations: Translations.optional(),
  })
  .refine(({ plan_id, includes_plan_id }) => plan_id !== includes_plan_id, {
    path: ["includes_plan_id"],
    error: "Choose another plan",
  })
  .meta({ id: "UpdatePlanRequest" });

export const OrderPlans = z
  .strictObject({
    product_id: Identifier,
    plan_ids: z
      .array(Identifier)
      .min(1)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, "must name each plan once")
      .meta({
        description:
          "Plans of the product, the first one first. Those that are left out follow as they stood.",
      }),
  })
  .meta({ id: "OrderPlansRequest" });

export const OrderedPlans = z
  .object({
    data: z.array(Plan).meta({ description: "Every plan of the product that is not archived, in order." }),
  })
  .meta({ id: "OrderedPlans" });

export const PlanId = z.strictObject({ plan_id: Identifier });
export const ListPlans = z.strictObject({ ...pageQuery, product_id: Identifier.optional() });
export const PlanPage = pageOf(Plan);

const Interval = z.enum(INTERVALS);
const TrialDays = z.number().int().min(0).max(730);

export const PlanPrice = z
  .object({
    id: z.string(),
    plan_id: z.string(),
    amount: Amount,
    currency: z.string(),
    interval: Interval,
    price_label_name: z.string(),
    price_label_slug: z.string(),
    trial_days: z.number().int(),
    trial_needs_card: z.boolean(),
    ...stamps,
  })
  .meta({ id: "PlanPrice" });

export const CreatePlanPrice = z
  .strictObject({
    plan_id: Identifier,
    amount: Amount.min(0)
      .max(MAX_AMOUNT)
      .meta({ description: "In the currency's minor unit. It never changes." }),
    currency: Currency.meta({ description: "ISO 4217. Never changes." }),
    interval: Interval,
    price_label_name: text(100)
      .optional()
      .meta({ description: "Named after the interval (Monthly, Yearly …) when left out." }),
    price_label_slug: Slug.optional(),
    trial_days: TrialDays.default(0),
    trial_needs_card: z.boolean().default(false),
  })
  .meta({ id: "CreatePlanPriceRequest" });

export const UpdatePlanPrice = z
  .strictObject({
    plan_price_id: Identifier,
    price_label_name: text(100).optional(),
    trial_days: TrialDays.optional(),
    trial_needs_card: z.boolean().optional(),
  })
  .meta({ id: "UpdatePlanPriceRequest" });

export const PlanPriceId = z.strictObject({ plan_price_id: Identifier });
export const ListPlanPrices = z.strictObject({ ...pageQuery, plan_id: Identifier.optional() });
export const PlanPricePage = pageOf(PlanPrice);

const ValueType = z.enum(["string", "number", "boolean", "json"]);
const FeatureKey = z
  .string()
  .max(128)
  .regex(
    /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/,
    "Write lower-case letters and digits joined by _ . or -, such as api_calls",
  );

export const Feature = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: FeatureType.meta({
      description:
        "BOOLEAN: on or off. METERED: counted and reset each period. ALLOCATED: held until released. STATIC: a value.",
    }),
    unit_label: z.string().nullable(),
    value_type: ValueType.nullable(),
    position: z.number().int(),
    translations: FeatureTranslations,
    ...stamps,
  })
  .meta({ id: "Feature" });

export const CreateFeature = z
  .strictObject({
    key: FeatureKey,
    name: text(100),
    description: lines(2000).optional(),
    type: FeatureType,
    unit_label: text(50).optional(),
    value_type: ValueType.optional().meta({ description: "Of a STATIC feature; string when left out." }),
    position: Position.default(0),
    translations: FeatureTranslations.default({}),
  })
  .meta({ id: "CreateFeatureRequest" });

export const UpdateFeature = z
  .strictObject({
    feature_id: Identifier,
    name: text(100).optional(),
    description: lines(2000).nullable().optional(),
    unit_label: text(50).nullable().optional(),
    position: Position.optional(),
    translations: FeatureTranslations.optional(),
  })
  .meta({ id: "UpdateFeatureRequest" });

export const FeatureId = z.strictObject({ feature_id: Identifier });
export const ListFeatures = z.strictObject({ ...pageQuery });
export const FeaturePage = pageOf(Feature);
