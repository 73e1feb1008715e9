import { styleText } from 'node:util';

/** Width of the level names. */
const LEVEL_WIDTH = 5;
const COLOURS = {
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;

/**
 * Returns a log line formatted for people: time of day, level, message, fields, and the stack of an error below. Other
 * lines are returned unchanged. Colours are used if standard error is a terminal that supports them.
 */
export function textLine(line: string): string {
  const entry = parsed(line);
  if (entry === null) return line;
  const { level = '', time = '', msg = '', err, ...fields } = entry;
  const parts = [
    styled('dim', formatTimeOfDay(String(time))),
    styled(selectColour(String(level)), String(level).toUpperCase().padEnd(LEVEL_WIDTH)),
    plain(String(msg)),
    styled(
      'dim',
      Object.entries(fields)
        .map(([name, value]) => `${name}=${shown(value)}`)
        .join(' '),
    ),
  ];
  const first = parts.filter((part) => part !== '').join('  ');
  return `${[first, ...errorLines(err)].join('\n')}\n`;
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns the local time of day with ms. */
function formatTimeOfDay(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** Returns a value without quotes if it has no spaces or quotes; control characters are escaped as in JSON. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value)
    ? value
    : JSON.stringify(value);
}

/** Escapes control characters that a client has sent, which a terminal would obey. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

function errorLines(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { stack, message }: { stack?: unknown; message?: unknown } = error;
  const text = typeof stack === 'string' ? stack : String(message);
  return text.split('\n').map((line) => `    ${plain(line.trim())}`);
}

function selectColour(level: string): (typeof COLOURS)[keyof typeof COLOURS] {
  return level in COLOURS ? COLOURS[level as keyof typeof COLOURS] : 'red';
}

function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return text === '' ? '' : styleText(style, text, { stream: process.stderr });
}
