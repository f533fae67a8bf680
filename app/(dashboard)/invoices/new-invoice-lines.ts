/** How many lines the form takes; the operation takes more. */
const MOST = 20;

/** The names of the two fields of each line of a new invoice, in their order. */
export const LINE_FIELDS = Array.from({ length: MOST }, (_, index) => {
  const suffix = index === 0 ? "" : `_${index + 1}`;
  return { number: index + 1, description: `description${suffix}`, amount: `amount${suffix}` };
});
