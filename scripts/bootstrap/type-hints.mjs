// The compiler names the file that uses an unknown name, and not the list that the name is missing in.
const LISTS = [
  [
    /type '"amount_not_chargeable" \|/,
    "An error is one line in server/errors/areas/<area>.ts; then node scripts/error-docs.ts.",
  ],
  [
    /type '(?:Record<)?"application\.created" \|/,
    "A type of event is listed in server/domain/events/types.ts, and what it carries in server/domain/webhooks/catalogue.ts.",
  ],
  [
    /type '"(?:application|auditEntry|user)" \|/,
    "A kind of identifier gets its prefix in server/platform/ids.ts.",
  ],
  [
    /does not exist on type '(?:Db|TransactionClient)'/,
    "A table is a model in prisma/schema/<area>.prisma; npm run migration -- <name> writes its migration.",
  ],
];

/** For what `tsc` printed: which file each name belongs in that it does not know. */
export function typeHints(output) {
  return LISTS.filter(([pattern]) => pattern.test(output)).map(([, hint]) => hint);
}
