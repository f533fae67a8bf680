/** A copy of the object without some of its fields. */
export function omit<Whole extends object, Field extends keyof Whole>(
  whole: Whole,
  ...fields: Field[]
): Omit<Whole, Field> {
  const rest: Partial<Whole> = { ...whole };
  for (const field of fields) delete rest[field];
  // Whatever is not named is there.
  return rest as Omit<Whole, Field>;
}
