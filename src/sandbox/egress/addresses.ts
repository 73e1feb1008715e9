import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

type Range = readonly [cidr: string, what: string];

/**
 * Addresses outside of the public internet, from IANA's registries of special-purpose addresses (RFC 6890), and cloud
 * services at public addresses. The first range that contains an address names it.
 */
const IPV4: readonly Range[] = [
  ['0.0.0.0/8', 'this machine'],
  ['10.0.0.0/8', 'a private address'],
  ['100.64.0.0/10', "a carrier's internal address"],
  ['127.0.0.0/8', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address, such as that of cloud metadata'],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'an address kept for protocols'],
  ['192.0.2.0/24', 'an address for documentation'],
  ['192.88.99.0/24', 'a relay of 6to4'],
  ['192.168.0.0/16', 'a private address'],
  ['198.18.0.0/15', 'an address for benchmarks'],
  ['198.51.100.0/24', 'an address for documentation'],
  ['203.0.113.0/24', 'an address for documentation'],
  ['168.63.129.16/32', "Azure's internal address for its machines"],
  ['224.0.0.0/4', 'a multicast address'],
  ['255.255.255.255/32', 'the broadcast address'],
  ['240.0.0.0/4', 'a reserved address'],
];

const IPV6: readonly Range[] = [
  ['::/128', 'this machine'],
  ['::1/128', 'a loopback address'],
  ['::ffff:0:0/96', 'an IPv4 address written as IPv6'],
  ['::/96', 'an IPv4 address written as IPv6'],
  ['::ffff:0:0:0/96', 'an IPv4 address translated to IPv6'],
  ['64:ff9b::/96', 'an IPv4 address translated to IPv6'],
  ['64:ff9b:1::/48', 'an IPv4 address translated to IPv6'],
  ['100::/64', 'an address that leads nowhere'],
  ['2001::/32', 'an address of Teredo'],
  ['2001:db8::/32', 'an address for documentation'],
  ['2001::/23', 'an address kept for protocols'],
  ['2002::/16', 'an address of 6to4'],
  ['3fff::/20', 'an address for documentation'],
  ['fc00::/7', 'a private address'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a site-local address'],
  ['ff00::/8', 'a multicast address'],
];

/** All addresses assigned as public so far; unassigned addresses outside the named ranges are reserved. */
const PUBLIC_IPV6 = blockList('2000::/3');

// Two lists, since a BlockList treats ::ffff:10.0.0.1 and 10.0.0.1 as the same.
const NAMED = { ipv4: named(IPV4), ipv6: named(IPV6) };

/**
 * Returns why `address` is not public, such as `a private address (10.0.0.0/8)`; null if it is public. Takes canonical
 * text.
 */
export function specialAddress(address: string): string | null {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const range = NAMED[family].find(({ list }) => list.check(address, family));
  if (range) return `${range.what} (${range.cidr})`;
  if (family === 'ipv6' && !PUBLIC_IPV6.check(address, family)) return 'a reserved address';
  // A connection from this machine would bypass the server's firewall.
  return ownAddresses().has(address) ? 'an address of the server itself' : null;
}

/** Returns a function that checks whether an address is in any of `ranges`, such as `10.1.0.0/16`. */
export function createRangeCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) addTo(list, range);
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function named(ranges: readonly Range[]): { what: string; cidr: string; list: BlockList }[] {
  return ranges.map(([cidr, what]) => ({ what, cidr, list: blockList(cidr) }));
}

function blockList(cidr: string): BlockList {
  const list = new BlockList();
  addTo(list, cidr);
  return list;
}

function addTo(list: BlockList, cidr: string): void {
  const [address = '', prefix] = cidr.split('/');
  list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
}

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap(
      (found) => found?.map(({ address }) => address) ?? [],
    ),
  );
}
