const NEWLINE = 10;

/** Splits a program's output into lines, within a budget of bytes that is renewed after each useful line. */
export class LineReader {
  private parts: Buffer[] = [];
  private spent = 0;

  constructor(
    private readonly budget: number,
    private readonly onLine: (line: string) => void,
    private readonly onExcess: () => void,
  ) {}

  read(chunk: Buffer): void {
    let rest = chunk;
    for (;;) {
      const end = rest.indexOf(NEWLINE);
      const part = end === -1 ? rest : rest.subarray(0, end);
      this.spent += part.length + 1;
      if (this.spent > this.budget) {
        this.parts = [];
        return this.onExcess();
      }
      if (part.length > 0) this.parts.push(part);
      if (end === -1) return;
      const line = Buffer.concat(this.parts).toString();
      this.parts = [];
      rest = rest.subarray(end + 1);
      this.onLine(line);
    }
  }

  renew(): void {
    this.spent = 0;
  }
}
