// What a start shows of itself. On a terminal: one line for each step that has ended, and below them one line that moves, with what
// is under way and for how long. Elsewhere: a line when a step begins and one when it has ended.

const REDRAW_MS = 1_000;

const shortest = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** The steps of a process on one stream. */
export function createScreen(stream) {
  const isTerminal = Boolean(stream.isTTY) && process.env.TERM !== "dumb";
  const running = new Map();
  /** Sends what happens here to the process that shows it. */
  let forward = null;
  let drawn = "";
  let timer;
  /** Begins the ids of steps: another process's are shown beside them. */
  const own = Math.random().toString(36).slice(2);
  let count = 0;

  function draw() {
    if (!isTerminal || forward) return;
    const parts = [...running.values()].map(({ name, since, progress }) => {
      const seconds = Math.floor((Date.now() - since) / 1000);
      return `${name}${progress ? ` (${progress})` : ""} … ${seconds} s`;
    });
    const line = parts.length === 0 ? "" : shortest(`· ${parts.join(" · ")}`, (stream.columns || 80) - 1);
    if (line !== drawn) stream.write(`\r${line}\x1b[K`);
    drawn = line;
    if (parts.length === 0) timer = clearInterval(timer);
    else timer ??= setInterval(draw, REDRAW_MS).unref();
  }

  /** Writes text above the line that moves. */
  function print(text, to = stream) {
    if (drawn !== "") stream.write("\r\x1b[K");
    drawn = "";
    to.write(text);
    draw();
  }

  function show(id, { name, since }) {
    running.set(id, { name, since, progress: "" });
    if (!isTerminal) stream.write(`· ${name} …\n`);
    draw();
  }

  function finish(id, outcome) {
    const step = running.get(id);
    if (!step) return;
    running.delete(id);
    const seconds = ((Date.now() - step.since) / 1000).toFixed(1);
    print(`· ${step.name} … ${outcome}${seconds} s\n`);
  }

  return {
    print,
    /** One line for a person, such as what is waited for. */
    note: (line) => print(`· ${line}\n`),
    /** Begins a step; several may be under way at once. */
    begin(name) {
      const id = `${own}.${count++}`;
      const step = { name, since: Date.now() };
      if (forward) forward({ screen: "begin", id, ...step });
      else show(id, step);
      const end = (outcome) => {
        if (forward) {
          running.delete(id);
          forward({ screen: "end", id, outcome });
        } else finish(id, outcome);
      };
      const progress = (text) => {
        const known = running.get(id);
        if (known) known.progress = text;
        draw();
      };
      return {
        /** How far it is, such as "12 of 40"; shown on a terminal alone. */
        progress,
        /** As progress, for what happens seldom: elsewhere it is a line. */
        say: (line) => (isTerminal ? progress(line) : stream.write(`· ${line}\n`)),
        end: () => end(""),
        fail: () => end("failed after "),
        stop: () => end("stopped after "),
      };
    },
    /** From now on another process, on the same terminal, shows the steps of this one. */
    handOver(send) {
      const steps = [...running];
      print("");
      running.clear();
      draw();
      forward = send;
      for (const [id, { name, since }] of steps) send({ screen: "known", id, name, since });
    },
    /** Shows what another process sent. */
    receive(message) {
      if (message?.screen === "begin") show(message.id, message);
      // That process has printed its beginning.
      if (message?.screen === "known") running.set(message.id, { ...message, progress: "" });
      if (message?.screen === "end") finish(message.id, message.outcome);
    },
  };
}

/** The steps of this process, on standard error: standard output is for results and the log. */
export const screen = createScreen(process.stderr);
