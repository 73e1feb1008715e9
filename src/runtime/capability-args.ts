import { invalidField } from '../kernel/errors.js';
import { isJsonObject, type Json } from '../kernel/json.js';

/** The arguments of one call from a script, which may be anything. Each reader throws a 422 that names the call. */
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
        throw invalidField(method, `has no argument "${name}"; there are ${known.join(', ')}`);
    this.values = args;
  }

  text(name: string): string {
    const value = this.values[name];
    if (typeof value !== 'string') throw invalidField(this.method, `"${name}" must be a string`);
    return value;
  }

  /** Null where it is left out. */
  optionalText(name: string): string | null {
    return this.values[name] == null ? null : this.text(name);
  }

  /** `fallback` where it is left out. */
  choice<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.values[name] ?? fallback;
    const found = allowed.find((item) => item === value);
    if (found === undefined)
      throw invalidField(this.method, `"${name}" must be one of ${allowed.join(', ')}`);
    return found;
  }

  /** False where it is left out. */
  flag(name: string): boolean {
    const value = this.values[name] ?? false;
    if (typeof value !== 'boolean')
      throw invalidField(this.method, `"${name}" must be true or false`);
    return value;
  }

  /** A whole number from `least` to `most`; null where it is left out. */
  optionalWhole(name: string, least: number, most: number): number | null {
    const value = this.values[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw invalidField(this.method, `"${name}" must be a whole number, ${least} to ${most}`);
    return value;
  }

  /** Any JSON; null where it is left out. */
  json(name: string): Json {
    return this.values[name] ?? null;
  }

  /** A number from `least` to `most`. */
  number(name: string, least: number, most: number): number {
    const value = this.values[name];
    if (typeof value !== 'number' || !(value >= least && value <= most))
      throw invalidField(this.method, `"${name}" must be a number, ${least} to ${most}`);
    return value;
  }

  /** Pairs of texts; none where it is left out. */
  pairs(name: string): [string, string][] {
    const value = this.values[name] ?? [];
    if (Array.isArray(value) && value.every(isPair)) return value;
    throw invalidField(this.method, `"${name}" must be a list of pairs of strings`);
  }
}

function isPair(value: Json): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === 'string');
}
