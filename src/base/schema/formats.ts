import type { Format } from 'ajv';
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import { safePattern } from './safe-pattern.js';

/**
 * The formats that are enforced, each in time linear in the text: dates by the functions of ajv-formats (which know the
 * lengths of months), the others by its simple expressions. Its `url` is left out, since its expression backtracks
 * exponentially, and `regex` means a pattern that {@link safePattern} accepts.
 */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: fullFormats.date,
  time: fullFormats.time,
  'date-time': fullFormats['date-time'],
  'iso-time': fullFormats['iso-time'],
  'iso-date-time': fullFormats['iso-date-time'],
  duration: fullFormats.duration,
  email: fastFormats.email,
  hostname: fullFormats.hostname,
  ipv4: fullFormats.ipv4,
  ipv6: fullFormats.ipv6,
  uri: fastFormats.uri,
  'uri-reference': fastFormats['uri-reference'],
  'uri-template': fullFormats['uri-template'],
  uuid: fullFormats.uuid,
  'json-pointer': fullFormats['json-pointer'],
  'json-pointer-uri-fragment': fullFormats['json-pointer-uri-fragment'],
  'relative-json-pointer': fullFormats['relative-json-pointer'],
  regex: isPattern,
  byte: fullFormats.byte,
  int32: fullFormats.int32,
  int64: fullFormats.int64,
  float: fullFormats.float,
  double: fullFormats.double,
  password: true,
  binary: true,
};

function isPattern(text: string): boolean {
  try {
    safePattern(text);
    return true;
  } catch {
    return false;
  }
}
