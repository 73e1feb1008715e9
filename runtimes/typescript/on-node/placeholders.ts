const COUNT = 2 ** 17;
/** Start of 198.18.0.0/15, which is reserved and belongs to no machine. */
const FIRST = 198;
const SECOND = 18;

/** Assigns a placeholder address to each name. When they run out, the oldest are reused. */
export class Placeholders {
  private readonly numbers = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private next = 0;

  getOrCreateAddress(name: string): string {
    const known = this.numbers.get(name);
    if (known !== undefined) return addressAt(known);
    this.next = (this.next + 1) % COUNT;
    const replaced = this.names.get(this.next);
    if (replaced !== undefined) this.numbers.delete(replaced);
    this.names.set(this.next, name);
    this.numbers.set(name, this.next);
    return addressAt(this.next);
  }

  /** Returns the name for which `host` is a placeholder; otherwise `host` itself. */
  resolveHost(host: string): string {
    const [first, second, third, fourth] = host.replace(/^.*:/, '').split('.').map(Number);
    if (first !== FIRST || second === undefined || (second !== SECOND && second !== SECOND + 1))
      return host;
    const number = ((second - SECOND) << 16) | ((third ?? 0) << 8) | (fourth ?? 0);
    return this.names.get(number) ?? host;
  }
}

function addressAt(number: number): string {
  return `${FIRST}.${SECOND + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}
