import { integer, proxies, text } from './setting.js';

/** Settings of trusted proxies, the token of the metrics, and limits on requests and event streams. */
export const ACCESS_SETTINGS = {
  trustedProxies: proxies({
    env: 'METARUN_TRUSTED_PROXIES',
    description:
      'Proxies whose X-Forwarded-For header is trusted for client addresses. Default: none.',
  }),
  metricsToken: text(
    {
      env: 'METARUN_METRICS_TOKEN',
      description:
        'Token that /metrics and /scale require. Default: none, so that anyone can read them.',
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
        'Maximum number of requests per minute for each key or token, and ten times that for each project; 0 = off.',
    },
    6000,
    0,
    10_000_000,
  ),
  maxStreamsPerKey: integer(
    {
      env: 'METARUN_LIMITS.streams_per_key',
      description: 'Maximum number of open event streams per key or token on a server.',
    },
    100,
    1,
    1_000_000,
  ),
  maxStreamsPerProject: integer(
    {
      env: 'METARUN_LIMITS.streams_per_project',
      description: 'Maximum number of open event streams per project on a server.',
    },
    1000,
    1,
    1_000_000,
  ),
  maxStreams: integer(
    {
      env: 'METARUN_LIMITS.streams',
      description: 'Maximum total number of open event streams on a server.',
    },
    4000,
    1,
    1_000_000,
  ),
} as const;
