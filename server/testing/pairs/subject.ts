import type { Reply } from "../client.ts";
import type { Answer } from "./answer.ts";
import type { Future, Sale } from "./model.ts";
import type { OnSale } from "./shop.ts";

/** What facts are read of: one customer's subscription, and what the model says of it. */
export interface Subject {
  readonly id: string;
  readonly customer: string;
  readonly future: Future;
  readonly onSale: OnSale;
  readonly plan: { isTrial: boolean };
  get(path: string): Promise<Reply>;
  differ(when: string, fact: string, expected: unknown, found: unknown): void;
}

/** What acts send for it. */
export interface Sender {
  readonly future: Future;
  tell(what: string, body?: object): Promise<Answer>;
  delete(what: string): Promise<Answer>;
  change(to: Sale, effective: "now" | "period_end"): Promise<Answer>;
  changeWithBank(to: Sale): Promise<Answer>;
  answerBank(authentication: "complete" | "fail"): Promise<Answer>;
  move(): Promise<Answer>;
  replaceCard(token: string): Promise<Answer>;
  hold(): Promise<Answer>;
  confirm(): Promise<Answer>;
  override(): Promise<Answer>;
  revoke(): Promise<Answer>;
  migrate(): Promise<Answer>;
  checkout(): Promise<Answer>;
}
