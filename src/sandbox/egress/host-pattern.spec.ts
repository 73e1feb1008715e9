import { describe, expect, it } from '@jest/globals';
import {
  type HostPattern,
  matchesHostPattern,
  parseHostPattern,
  spellHostPattern,
} from './host-pattern.js';

function requirePattern(text: string): HostPattern {
  const found = parseHostPattern(text);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('an entry of allowed_hosts', () => {
  it.each([
    ['api.example.com', 'api.example.com'],
    ['API.Example.com.', 'api.example.com'],
    ['*.Example.com', '*.example.com'],
    ['*.münchen.de:8443', '*.xn--mnchen-3ya.de:8443'],
    ['example.com:0443', 'example.com:443'],
    ['192.0.2.1', '192.0.2.1'],
    ['0x7f.1:81', '127.0.0.1:81'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '[2001:db8::1]:443'],
  ])('the entry %s is normalized to %s', (text, spelt) => {
    expect(spellHostPattern(requirePattern(text))).toBe(spelt);
    expect(requirePattern(spelt)).toEqual(requirePattern(text));
  });

  it.each([
    ['*', 'set network to "open"'],
    ['', 'not a host name'],
    ['*.', 'not a host name'],
    ['*example.com', 'not a host name'],
    ['a.*.com', 'not a host name'],
    ['*.*.com', 'not a host name'],
    ['*.127.0.0.1', 'not an IP address'],
    ['https://example.com', 'without a scheme or a path'],
    ['example.com/path', 'without a scheme or a path'],
    ['10.0.0.0/8', 'without a scheme or a path'],
    ['example.com:', 'a port from 1 to 65535'],
    ['example.com:0', 'a port from 1 to 65535'],
    ['example.com:65536', 'a port from 1 to 65535'],
    ['example.com:http', 'a port from 1 to 65535'],
    ['example.com:80:80', 'a port from 1 to 65535'],
    ['user@example.com', 'not a host name'],
  ])('the entry %j is rejected: %s', (text, why) => {
    expect(parseHostPattern(text)).toContain(why);
  });

  it.each([
    ['example.com', 'example.com', 443, true],
    ['example.com', 'example.com', 80, true],
    ['example.com', 'example.com', 8080, false],
    ['example.com:8080', 'example.com', 8080, true],
    ['example.com:8080', 'example.com', 443, false],
    ['example.com', 'www.example.com', 443, false],
    ['example.com', 'badexample.com', 443, false],
    ['*.example.com', 'www.example.com', 443, true],
    ['*.example.com', 'a.b.example.com', 443, true],
    ['*.example.com', 'example.com', 443, false],
    ['*.example.com', 'badexample.com', 443, false],
    ['*.example.com', 'example.com.evil.org', 443, false],
    ['192.0.2.1', '192.0.2.1', 80, true],
    ['2001:db8::1', '2001:db8::1', 80, true],
  ])('the entry %s matched with %s:%i returns %s', (pattern, host, port, expected) => {
    expect(matchesHostPattern(requirePattern(pattern), host, port)).toBe(expected);
  });
});
