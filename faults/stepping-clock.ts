// Loaded before a process of ours: a message sets its clock forward or back, as a time server does; timers go on, as
// they do then (they count by another clock).

const RealDate = Date;
let offset = 0;

class SteppingDate extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = SteppingDate as DateConstructor;

process.on("message", (message: { stepTo?: number }) => {
  if (typeof message.stepTo === "number") offset = message.stepTo;
});
