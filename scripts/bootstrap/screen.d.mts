interface Step {
  progress(text: string): void;
  say(line: string): void;
  end(): void;
  fail(): void;
  stop(): void;
}
interface Screen {
  print(text: string, to?: NodeJS.WritableStream): void;
  note(line: string): void;
  begin(name: string): Step;
  handOver(send: (message: object) => void): void;
  receive(message: unknown): void;
}
export function createScreen(stream: NodeJS.WriteStream): Screen;
export const screen: Screen;
