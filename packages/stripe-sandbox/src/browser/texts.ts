import type { Texts } from "./messages.ts";

const ENGLISH: Texts = {
  card: "Card",
  number: "Card number",
  expiry: "Expiry date",
  expiryHint: "MM / YY",
  cvc: "Security code",
  incompleteNumber: "Your card number is incomplete.",
  wrongNumber: "Your card number is invalid.",
  incompleteExpiry: "Your card's expiry date is incomplete.",
  pastExpiry: "Your card's expiry date is in the past.",
  incompleteCvc: "Your card's security code is incomplete.",
};

const TEXTS: Record<string, Texts> = {
  en: ENGLISH,
  de: {
    card: "Karte",
    number: "Kartennummer",
    expiry: "Gültig bis",
    expiryHint: "MM / JJ",
    cvc: "Prüfziffer",
    incompleteNumber: "Die Kartennummer ist unvollständig.",
    wrongNumber: "Die Kartennummer ist ungültig.",
    incompleteExpiry: "Das Ablaufdatum der Karte ist unvollständig.",
    pastExpiry: "Das Ablaufdatum der Karte liegt in der Vergangenheit.",
    incompleteCvc: "Die Prüfziffer der Karte ist unvollständig.",
  },
  fr: {
    card: "Carte",
    number: "Numéro de carte",
    expiry: "Date d’expiration",
    expiryHint: "MM / AA",
    cvc: "Cryptogramme",
    incompleteNumber: "Le numéro de carte est incomplet.",
    wrongNumber: "Le numéro de carte n’est pas valide.",
    incompleteExpiry: "La date d’expiration de la carte est incomplète.",
    pastExpiry: "La date d’expiration de la carte est passée.",
    incompleteCvc: "Le cryptogramme de la carte est incomplet.",
  },
  es: {
    card: "Tarjeta",
    number: "Número de tarjeta",
    expiry: "Caducidad",
    expiryHint: "MM / AA",
    cvc: "Código de seguridad",
    incompleteNumber: "El número de tarjeta está incompleto.",
    wrongNumber: "El número de tarjeta no es válido.",
    incompleteExpiry: "La fecha de caducidad está incompleta.",
    pastExpiry: "La fecha de caducidad ya ha pasado.",
    incompleteCvc: "El código de seguridad está incompleto.",
  },
  ja: {
    card: "カード",
    number: "カード番号",
    expiry: "有効期限",
    expiryHint: "月 / 年",
    cvc: "セキュリティコード",
    incompleteNumber: "カード番号に不足があります。",
    wrongNumber: "カード番号が正しくありません。",
    incompleteExpiry: "有効期限に不足があります。",
    pastExpiry: "有効期限が過ぎています。",
    incompleteCvc: "セキュリティコードに不足があります。",
  },
};

/** The words for a locale such as "de-AT", as Stripe's script takes one; English where it is not known. */
export function textsFor(locale: string): { language: string; texts: Texts } {
  const language = locale.toLowerCase().split("-")[0] ?? "";
  const texts = TEXTS[language];
  return texts ? { language, texts } : { language: "en", texts: ENGLISH };
}
