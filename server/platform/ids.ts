import { createHash } from "node:crypto";
import { TypeID, typeid } from "typeid-js";

/** The prefix of every kind of identifier we give out. */
const PREFIXES = {
  tenant: "ten",
  application: "app",
  credential: "cred",
  user: "user",
  session: "sess",
  refreshToken: "rt",
  userToken: "utok",
  waitlistEntry: "wait",
  invitationToken: "inv",
  invitationCode: "code",
  redemption: "red",
  customer: "cus",
  customerNote: "note",
  providerEvent: "pevt",
  providerOperation: "op",
  driftMend: "mend",
  importRun: "imp",
  product: "prod",
  plan: "plan",
  planPrice: "price",
  feature: "feat",
  pack: "pack",
  packEntitlement: "ent",
  subscription: "sub",
  subscriptionTerms: "terms",
  checkoutSession: "chk",
  surplusSubscription: "surplus",
  portalSession: "psess",
  testClock: "clock",
  packMigration: "pmig",
  quote: "quote",
  customerGrant: "grant",
  registration: "reg",
  override: "ovr",
  invoice: "invoice",
  invoiceLine: "line",
  invoicePayment: "pay",
  creditNote: "cn",
  creditNoteLine: "cnl",
  refund: "rfd",
  dispute: "dsp",
  invoiceNotice: "ntc",
  correctionRequest: "creq",
  invoiceDecision: "idec",
  charge: "chg",
  chargePlacement: "place",
  journalTransfer: "jrn",
  exchangeRate: "rate",
  usageRecord: "use",
  usageLedgerEntry: "uled",
  reservation: "rsv",
  event: "evt",
  auditEntry: "aud",
  webhookEndpoint: "whe",
  webhookSecret: "whs",
  webhookAttempt: "wha",
  mailMessage: "mail",
  request: "req",
  token: "jti",
  erasure: "era",
  personalExport: "pexp",
} as const;

export type IdKind = keyof typeof PREFIXES;

/** A new TypeID such as `sub_01h455vb4pex5vsknk084sn02q`: sortable by the time it was made (UUIDv7). */
export function newId(kind: IdKind): string {
  return typeid(PREFIXES[kind]).toString();
}

/** A deterministic identifier: the same for the same kind and seed, different for any other. Holds no time. */
export function derivedId(kind: IdKind, seed: string): string {
  const hex = createHash("sha256").update(`${kind} ${seed}`).digest("hex");
  // RFC 9562, version 8: a custom UUID.
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return TypeID.fromUUID(PREFIXES[kind], uuid).toString();
}

/** Whether a string has the form of our identifiers of that kind; says nothing about whether the object exists. */
export function isIdOf(kind: IdKind, value: string): boolean {
  const prefix = `${PREFIXES[kind]}_`;
  return value.startsWith(prefix) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(prefix.length));
}

/** Whether the text is an id of ours, of any kind. */
export function isOwnId(value: string): boolean {
  return (Object.keys(PREFIXES) as IdKind[]).some((kind) => isIdOf(kind, value));
}
