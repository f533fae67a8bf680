import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

/** A refusal by an SMTP server, such as 550 to RCPT TO. */
interface Refusal {
  on: "RCPT TO" | "DATA" | "MAIL FROM";
  code: number;
  /** Only for this recipient; every one when left out. */
  to?: string;
}

/** A real SMTP server that keeps what it takes. */
export interface MailServer {
  url: string;
  port: number;
  inbox: { to: string[]; mail: ParsedMail; raw: string }[];
  /** What it refuses; tests add and take away. */
  refusals: Refusal[];
  close(): Promise<void>;
}

/** Starts one on a free port, or on the port of one that was stopped. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const inbox: MailServer["inbox"] = [];
  const refusals: Refusal[] = [];
  const refuse = (on: Refusal["on"], recipients: string[]) => {
    const found = refusals.find((r) => r.on === on && (r.to === undefined || recipients.includes(r.to)));
    return found ? Object.assign(new Error("refused by the test"), { responseCode: found.code }) : null;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_, __, done) => done(refuse("MAIL FROM", [])),
    onRcptTo: ({ address }, _, done) => done(refuse("RCPT TO", [address])),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const refused = refuse("DATA", to);
        if (refused) return done(refused);
        const raw = Buffer.concat(chunks);
        inbox.push({ to, mail: await simpleParser(raw), raw: raw.toString("utf8") });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    inbox,
    refusals,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
