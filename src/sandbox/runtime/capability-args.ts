import { invalidField, type MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { isJsonObject, type Json, describeKind } from '../../base/kernel/json.js';

/** The untrusted arguments of a script's call. Each reader throws a 422 that names the call. */
export class CapabilityArgs {
  private readonly values: Readonly<Record<string, Json>>;

  constructor(
    private readonly method: string,
    args: Json,
    known: readonly string[],
  ) {
    if (!isJsonObject(args)) throw invalidField(method, 'the arguments must be an object');
    for (const name of Object.keys(args))
      if (!known.includes(name))
        throw invalidField(
          method,
          `has no argument ${quoted(name)}; there are ${known.join(', ')}`,
        );
    this.values = args;
  }

  text(name: string): string {
    const value = this.values[name];
    if (typeof value !== 'string') throw this.wrong(name, 'must be a string');
    return value;
  }

  /** Returns a text; null if it is omitted. */
  optionalText(name: string): string | null {
    return this.values[name] == null ? null : this.text(name);
  }

  /** Returns one of the allowed values; `fallback` if it is omitted. */
  choice<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.values[name] ?? fallback;
    const found = allowed.find((item) => item === value);
    if (found === undefined)
      throw invalidField(
        this.method,
        `"${name}" must be one of ${allowed.join(', ')}, not ${typeof value === 'string' ? quoted(value) : describeKind(value)}`,
      );
    return found;
  }

  /** Returns a flag; false if it is omitted. */
  flag(name: string): boolean {
    const value = this.values[name] ?? false;
    if (typeof value !== 'boolean') throw this.wrong(name, 'must be true or false');
    return value;
  }

  /** Returns a whole number from `least` to `most`; null if it is omitted. */
  optionalWhole(name: string, least: number, most: number): number | null {
    const value = this.values[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw this.wrong(name, `must be a whole number, ${least} to ${most}`);
    return value;
  }

  /** Returns a JSON value; null if it is omitted. */
  json(name: string): Json {
    return this.values[name] ?? null;
  }

  /** Returns a number from `least` to `most`. */
  number(name: string, least: number, most: number): number {
    const value = this.values[name];
    if (typeof value !== 'number' || !(value >= least && value <= most))
      throw this.wrong(name, `must be a number, ${least} to ${most}`);
    return value;
  }

  /** Returns pairs of texts; an empty list if it is omitted. */
  pairs(name: string): [string, string][] {
    const value = this.values[name] ?? [];
    if (Array.isArray(value) && value.every(isPair)) return value;
    throw invalidField(this.method, `"${name}" must be a list of pairs of strings`);
  }

  private wrong(name: string, rule: string): MetarunError {
    const value = this.values[name];
    return invalidField(
      this.method,
      `"${name}" ${rule}, not ${typeof value === 'number' ? value : describeKind(value)}`,
    );
  }
}

function isPair(value: Json): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === 'string');
}
