import { InvalidArgumentError, Option } from 'commander';

/** `--json`, as every command has it. */
export function jsonOption(): Option {
  return new Option('--json', 'print one JSON document');
}

/** A whole or broken number of days, as seconds. */
export function days(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('A number of days above 0.');
  return Math.round(value * 86_400);
}
