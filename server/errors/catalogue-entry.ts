/** An error that a caller can get. code: `K` and four digits, which never change; retryAfter: seconds. */
export interface CatalogueEntry {
  code: `K${number}`;
  status: number;
  message: string;
  retryAfter?: number;
}
