import { InvalidArgumentError, Option } from 'commander';
import { parseMoment } from './moment.js';

/** Returns the `--json` option of every command. */
export function jsonOption(): Option {
  return new Option('--json', 'print one JSON document');
}

/** Parses a number of days, which may have a fraction. Returns seconds. */
export function days(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('A number of days above 0.');
  return Math.round(value * 86_400);
}

/** Returns a parser for whole numbers within the bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`A whole number from ${least} to ${most}.`);
    return value;
  };
}

/** Parses a number of megabytes. Returns bytes. */
export function megabytes(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('A number of megabytes above 0.');
  return Math.round(value * 1_000_000);
}

/** Parses a whole number of days, or `default`. */
export function daysOrDefault(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^\d{1,6}$/.test(text))
    throw new InvalidArgumentError('A whole number of days, or default.');
  return Number(text);
}

/** Parses an amount of 0 or more, or `none`. */
export function amountOrNone(text: string): number | 'none' {
  if (text === 'none') return text;
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('A number of 0 or more, such as 50 or 0.5, or none.');
  return Number(text);
}

/** Parses a duration such as `30m`, `2h`, `1d`. Returns seconds. */
export function seconds(text: string): number {
  const now = 0;
  const moment = /^\d/.test(text) && !/^\d{4}-/.test(text) ? parseMoment(text, 1, now) : null;
  const value = moment === null ? NaN : Date.parse(moment) / 1000;
  if (!(value >= 1)) throw new InvalidArgumentError('30s, 30m, 2h or 1d.');
  return Math.round(value);
}

/** Parses a time in the past. Returns ISO 8601. */
export function pastMoment(text: string): string {
  return momentOr(text, -1);
}

/** Parses a time in the future. Returns ISO 8601. */
export function futureMoment(text: string): string {
  return momentOr(text, 1);
}

function momentOr(text: string, sign: 1 | -1): string {
  const moment = parseMoment(text, sign);
  if (moment === null)
    throw new InvalidArgumentError('30m, 2h, 7d, or a time such as 2026-03-01T12:00.');
  return moment;
}

/** Splits a comma-separated list. */
export function separated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Collects the values of an option that may be repeated. */
export function collected(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
