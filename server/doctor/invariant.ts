/** Something that must be true of every database, with the query that finds the rows that violate it. */
export interface Invariant {
  name: string;
  /** What a row of the query means, for the operator who corrects it. */
  meaning: string;
  /** Returns tenant_id, id and `wrong`, a text that says what is wrong; no row when the invariant holds. */
  sql: string;
}
