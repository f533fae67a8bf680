/** How a person's rows of a table are found, exported and erased. */
export interface PersonalData {
  table: string;
  /**
   * SQL: which rows `t` are the person's. `p` has their customers, users, emails, names (the tenant's own identifiers) and, where
   * `needsObjects`, objects: the ids of all rows that are theirs.
   */
  of: string;
  needsObjects?: true;
  /** Whether events name its rows as their object (`recordChange`): their history is the person's, too. */
  hasHistory?: true;
  /** SQL: what orders the rows and tells them apart; `t.id` by default. */
  key?: string;
  /** How to erase, in order: delete or update statements for the rows that match `of` and `where`. Left out: nothing is erased here. */
  forget?: (Removal | Change)[];
  /** Columns that may stay, and why. */
  keeps?: Record<string, string>;
  /** Columns that are secrets of the account, not data about the person: never exported. */
  hides?: string[];
}

export interface Removal {
  do: "delete";
  where?: string;
}

interface Change {
  do: "update";
  /** SQL of what is set; also shows which columns are blanked. */
  set: Record<string, string>;
  where?: string;
}
