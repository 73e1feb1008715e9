import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { canonicalHost } from './host.js';

/**
 * Time limit for a query to one name server, number of attempts for each server, and time limit for all of them (ms).
 */
const QUERY_MS = 2_000;
const TRIES = 2;
const LOOKUP_MS = 5_000;
/** Time to wait for the second family of addresses once the first is known (ms). */
const OTHER_FAMILY_MS = 200;

/** Reason why a name has no address. */
export class LookupError extends Error {
  override readonly name = 'LookupError';
}

/**
 * Resolves names with the hosts file, else with DNS. The system's own lookup would block a thread for each name: the
 * server has only four, and any script may ask for names whose name servers never answer.
 */
export class HostResolver {
  constructor(private readonly hostsFile = '/etc/hosts') {}

  /** Returns at least one address in canonical text. Rejects with {@link LookupError}. */
  async lookup(name: string): Promise<string[]> {
    const known = await this.inHostsFile(name);
    return known.length > 0 ? known : fromDns(name);
  }

  /** Reads the file each time: it is short, and it may change while the server runs. */
  private async inHostsFile(name: string): Promise<string[]> {
    const text = await readFile(this.hostsFile, 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
      const canonical = names.includes(name) ? canonicalHost(address) : null;
      return canonical === null || isIP(canonical) === 0 ? [] : [canonical];
    });
  }
}

async function fromDns(name: string): Promise<string[]> {
  // Created for each lookup, so that it uses the machine's current name servers.
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  const found: string[] = [];
  const errors: (string | undefined)[] = [];
  let timer = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  const queries = [resolver.resolve4(name), resolver.resolve6(name)].map((query) =>
    query.then(
      (addresses) => {
        found.push(...addresses);
        clearTimeout(timer);
        timer = setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS);
      },
      (error: NodeJS.ErrnoException) => errors.push(error.code),
    ),
  );
  await Promise.all(queries);
  clearTimeout(timer);
  if (found.length > 0) return found;
  throw new LookupError(
    errors.every((code) => code === NOTFOUND || code === NODATA)
      ? 'there is no such name in DNS'
      : 'the name servers did not answer',
  );
}
