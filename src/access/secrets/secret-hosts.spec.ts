import { describe, expect, it } from '@jest/globals';
import { MetarunError } from '../../base/kernel/errors.js';
import { missingHost, secretHosts } from './secret-hosts.js';

describe('the hosts of a secret', () => {
  it('a host without a port covers the standard ports of http and https', () => {
    const hosts = secretHosts(['API.example.com', '*.example.org:8443', '::1']);
    expect(hosts).toEqual(['api.example.com', '*.example.org:8443', '::1']);
    for (const url of [
      'https://api.example.com/x?y',
      'http://api.example.com',
      'https://a.example.org:8443',
      'http://[::1]/',
    ])
      expect(missingHost(hosts, url)).toBeNull();
  });

  it.each([
    ['https://api.example.com:8443/x', 'api.example.com:8443'],
    ['https://a.example.org/', 'a.example.org'],
    ['http://example.org:8443', 'example.org:8443'],
    ['http://[::1]:81/', '[::1]:81'],
    ['no URL', 'no URL'],
  ])('the hosts of a secret do not cover the URL %s', (url, missing) => {
    const hosts = secretHosts(['api.example.com', '*.example.org:8443', '::1']);
    expect(missingHost(hosts, url)).toBe(missing);
  });

  it.each([
    ['*', 'is every host; name those that may have the secret'],
    ['https://api.example.com', 'must be a host alone'],
    ['api.example.com:0', 'must have a port'],
    ['api example', 'is not a host name'],
  ])('a secret cannot have the host %j', (host, why) => {
    const refused = (): unknown => secretHosts(['api.example.com', host]);
    expect(refused).toThrow(MetarunError);
    expect(refused).toThrow(
      expect.objectContaining({
        errors: [{ pointer: '/hosts/1', message: expect.stringContaining(why) }],
      }),
    );
  });
});
