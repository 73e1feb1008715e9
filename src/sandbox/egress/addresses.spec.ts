import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { createRangeCheck, specialAddress } from './addresses.js';
import { canonicalHost } from './host.js';

const SPECIAL = `
  0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255
  169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1
  192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 168.63.129.16
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255 :: ::1 ::127.0.0.1
  ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a00:1 ::ffff:0:127.0.0.1 64:ff9b::10.0.0.1
  64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1
  2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 3fff::1 5f00::1 4000::1 fc00::1
  fd00:ec2::254 fd20:ce::254 fe80::1 fec0::1 ff02::1 ff0e::1
`;
const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0
  198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15 2600::1 2001:200::1 2001:4860:4860::8888
  2003::1 2a00:1450:4001::1 3ffe::1
`;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

describe('an address that is not a public one', () => {
  it.each(wordsOf(SPECIAL))('the address %s is not public', (address) => {
    const canonical = canonicalHost(address) ?? '';
    expect(specialAddress(canonical)).toMatch(/\w/);
    expect(specialAddress(address)).toBe(specialAddress(canonical));
  });

  it('a special address is reported with its kind and range', () => {
    expect(specialAddress('10.1.2.3')).toBe('a private address (10.0.0.0/8)');
    expect(specialAddress('4000::1')).toBe('a reserved address');
  });

  it('the addresses of this machine are not public', () => {
    const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    for (const { address } of own) expect(specialAddress(address)).not.toBeNull();
  });
});

it.each(wordsOf(PUBLIC))('the address %s is public', (address) => {
  expect(specialAddress(address)).toBeNull();
});

it('ranges contain their addresses of either family and no others', () => {
  const isIn = createRangeCheck(['10.1.0.0/16', 'fd12::/32', '127.0.0.1/32']);
  const within = ['10.1.0.0', '10.1.255.255', 'fd12:0:1::', '127.0.0.1', '::ffff:10.1.0.1'];
  expect(within.filter((address) => !isIn(address))).toEqual([]);
  const outside = ['10.0.255.255', '10.2.0.0', 'fd13::', '127.0.0.2', '8.8.8.8', '::1'];
  expect(outside.filter(isIn)).toEqual([]);
  expect(createRangeCheck([])('127.0.0.1')).toBe(false);
});
