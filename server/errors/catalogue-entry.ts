/** What a caller gets with an error code. retryAfter: seconds. */
export interface CatalogueEntry {
  status: number;
  message: string;
  retryAfter?: number;
}
