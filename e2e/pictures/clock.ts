// Loaded before a process whose pages are pictured: its clock begins at a set moment and goes on from there, so that pictures made
// anew have the same dates. A variable of the environment names the moment, as the processes that it starts need it too.
import { STARTED_AT, TAKEN_AT } from "./moment.ts";

const RealDate = Date;
const offset = TAKEN_AT.getTime() - Number(process.env[STARTED_AT] ?? RealDate.now());

class PictureDate extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  // Of its own: Next wraps Date again, and copies what a class has by itself.
  static override readonly UTC = RealDate.UTC;
  static override readonly parse = RealDate.parse;

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = PictureDate as DateConstructor;
