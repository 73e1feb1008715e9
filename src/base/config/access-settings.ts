import { integer, proxies, text } from './setting.js';

/** Those of who may send how much. */
export const ACCESS_SETTINGS = {
  trustedProxies: proxies({
    env: 'METARUN_TRUSTED_PROXIES',
    description:
      'Proxies whose X-Forwarded-For is trusted for the address of a client; by default none.',
  }),
  metricsToken: text(
    {
      env: 'METARUN_METRICS_TOKEN',
      description: 'What a client of /metrics and /scale must send; by default anyone reads them.',
    },
    '',
    'at least 16 letters, digits and signs of -._~+/, "=" at the end',
    (value) => value === '' || /^[A-Za-z0-9._~+/-]{16,}=*$/.test(value),
    true,
  ),
  rateLimit: integer(
    {
      env: 'METARUN_RATE_LIMIT',
      description:
        'Requests a minute for each key or token, and ten times that for each project; 0 = off.',
    },
    6000,
    0,
    10_000_000,
  ),
  maxStreamsPerKey: integer(
    {
      env: 'METARUN_MAX_STREAMS_PER_KEY',
      description: 'Event streams that one key or token may have open on a server.',
    },
    100,
    1,
    1_000_000,
  ),
  maxStreamsPerProject: integer(
    {
      env: 'METARUN_MAX_STREAMS_PER_PROJECT',
      description: 'Event streams of one project that may be open on a server.',
    },
    1000,
    1,
    1_000_000,
  ),
  maxStreams: integer(
    {
      env: 'METARUN_MAX_STREAMS',
      description: 'Event streams that may be open on a server in total.',
    },
    4000,
    1,
    1_000_000,
  ),
} as const;
