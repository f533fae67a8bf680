/** An account of the operating system, by number. */
export interface Account {
  uid: number;
  gid: number;
}
