import { z } from "zod";
import {
  EmailInput,
  FeatureType,
  Identifier,
  isPlain,
  lines,
  Timestamp,
  text,
} from "../../platform/schema/common.ts";
import { INTERVALS } from "../../platform/schema/interval.ts";
import { Amount } from "../../platform/schema/money.ts";

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

export const Position = z.number().int().min(0).max(100_000).meta({ description: "Lower comes first." });

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

export const onPricingPage = {
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

export const Interval = z.enum(INTERVALS);

export const TrialDays = z.number().int().min(0).max(730);

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

export const ValueType = z.enum(["string", "number", "boolean", "json"]);

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
