/** Maximum number of bytes in one request (32 MiB): the supervisor has a copy of them. */
export const MAX_COMPUTE_BYTES = 32 * 1024 * 1024;

/** An error for the script; `name` is that of its class on the web. */
export class ComputeError extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/** A request of an isolate. It comes from a script and is entirely untrusted. */
export class ComputeRequest {
  constructor(
    private readonly fields: Readonly<Record<string, unknown>>,
    private readonly parts: readonly Uint8Array[],
  ) {}

  text(name: string): string {
    const value = this.fields[name];
    if (typeof value !== 'string') throw new ComputeError('TypeError', `${name} must be a text`);
    return value;
  }

  /** Returns a text; null if it is omitted. */
  optionalText(name: string): string | null {
    return this.fields[name] == null ? null : this.text(name);
  }

  flag(name: string): boolean {
    return this.fields[name] === true;
  }

  /** Returns an integer within bounds. */
  whole(name: string, least: number, most: number): number {
    const value = this.fields[name];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw new ComputeError(
        'RangeError',
        `${name} must be a whole number from ${least} to ${most}`,
      );
    return value;
  }

  optionalWhole(name: string, least: number, most: number): number | undefined {
    return this.fields[name] == null ? undefined : this.whole(name, least, most);
  }

  object(name: string): Readonly<Record<string, unknown>> {
    const value = this.fields[name];
    if (!isRecord(value)) throw new ComputeError('TypeError', `${name} must be an object`);
    return value;
  }

  /** Returns a member of any type, which the caller checks. */
  value(name: string): unknown {
    return this.fields[name];
  }

  /** Returns a request that consists of a member of this one and the same bytes. */
  within(name: string): ComputeRequest {
    return new ComputeRequest(this.object(name), this.parts);
  }

  /** Returns the bytes to which a member refers by index. */
  bytes(name: string): Uint8Array {
    return this.part(this.fields[name], name);
  }

  optionalBytes(name: string): Uint8Array | null {
    return this.fields[name] == null ? null : this.bytes(name);
  }

  /** Returns the bytes to which `{"$": index}` refers. */
  part(value: unknown, name: string): Uint8Array {
    const place = isRecord(value) ? value['$'] : undefined;
    const bytes = typeof place === 'number' ? this.parts[place] : undefined;
    if (bytes === undefined) throw new ComputeError('TypeError', `${name} must be bytes`);
    return bytes;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
