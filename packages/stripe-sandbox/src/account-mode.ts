/**
 * An account has two modes whose objects do not see each other (https://docs.stripe.com/keys#test-live-modes). Everything is
 * kept under the name of the account's mode: the account's id alone for test mode, the id with this ending for live mode.
 */
const LIVE = "_live";

export type Mode = "live" | "test";

/** The name that the objects of an account's mode are kept under. */
export function nameOfMode(account: string, mode: Mode): string {
  return mode === "live" ? account + LIVE : account;
}

/** The account and the mode behind such a name. */
export function modeNamed(name: string): { account: string; mode: Mode } {
  return name.endsWith(LIVE)
    ? { account: name.slice(0, -LIVE.length), mode: "live" }
    : { account: name, mode: "test" };
}

/** The name of the account's other mode. */
export function otherMode(name: string): string {
  const { account, mode } = modeNamed(name);
  return nameOfMode(account, mode === "live" ? "test" : "live");
}

/** Objects are made for test mode; of an account's live mode they are written and sent with `livemode: true`. */
export function toJson(name: string, value: unknown, indent?: number): string {
  const isLive = modeNamed(name).mode === "live";
  const inMode = (field: string, content: unknown) =>
    field === "livemode" && content === false ? true : content;
  return JSON.stringify(value, isLive ? inMode : undefined, indent);
}
