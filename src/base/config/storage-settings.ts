import { choice, integer, type SettingTable, text } from './setting.js';

function isEndpoint(value: string): boolean {
  return value === '' || (/^https?:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value));
}

function isPrefix(value: string): boolean {
  return /^([A-Za-z0-9!_.*'()-]+\/)*$/.test(value) && !/(^|\/)\.\.?\//.test(value);
}

const ENDPOINT = 'http(s)://host[:port]';
const TIB = 1024 ** 4;

/** Settings of the storage of files. */
export const STORAGE_SETTINGS = {
  storage: choice(
    {
      env: 'METARUN_STORAGE',
      description: 'Storage of file contents: the data folder or an S3 bucket.',
    },
    ['disk', 's3'],
    'disk',
  ),
  storageBucket: text(
    { env: 'METARUN_STORAGE_BUCKET', description: 'Name of the bucket, which must already exist.' },
    '',
    '3 to 63 lower-case letters, digits, "." and "-"',
    (value) => value === '' || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
  ),
  storageRegion: text(
    { env: 'METARUN_STORAGE_REGION', description: 'Region of the bucket.' },
    'us-east-1',
    'letters, digits and "-"',
    (value) => /^[A-Za-z0-9-]{1,64}$/.test(value),
  ),
  storageEndpoint: text(
    {
      env: 'METARUN_STORAGE_ENDPOINT',
      description: 'Address of a storage service other than Amazon S3.',
    },
    '',
    ENDPOINT,
    isEndpoint,
  ),
  storagePrefix: text(
    {
      env: 'METARUN_STORAGE_PREFIX',
      description: 'Prefix of all object keys, for a shared bucket.',
    },
    '',
    'names of letters, digits and !_.*\'()-, each with a "/" after it',
    isPrefix,
  ),
  storagePathStyle: choice(
    {
      env: 'METARUN_STORAGE_PATH_STYLE',
      description:
        'Whether URLs contain the bucket in the path rather than in the host; auto = yes if an endpoint is set.',
    },
    ['auto', 'yes', 'no'],
    'auto',
  ),
  storageAccessKeyId: text(
    {
      env: 'METARUN_STORAGE_ACCESS_KEY_ID',
      description:
        'Access key. Default: the one that the AWS SDK finds in AWS_… variables, profiles or the role of the machine.',
    },
    '',
    'letters, digits and ordinary signs, without spaces',
    (value) => /^[\x21-\x7e]*$/.test(value),
    true,
  ),
  storageSecretAccessKey: text(
    { env: 'METARUN_STORAGE_SECRET_ACCESS_KEY', description: 'Secret of the access key.' },
    '',
    'letters, digits and ordinary signs, without spaces',
    (value) => /^[\x21-\x7e]*$/.test(value),
    true,
  ),
  storageRedirectBytes: integer(
    {
      env: 'METARUN_STORAGE_REDIRECT_BYTES',
      description:
        'Minimum size in bytes of raw downloads that are redirected to a presigned URL of the bucket; 0 = never.',
    },
    0,
    0,
    TIB,
  ),
  storagePublicEndpoint: text(
    {
      env: 'METARUN_STORAGE_PUBLIC_ENDPOINT',
      description:
        'Address of the storage in presigned URLs, if it differs from the one that the server uses.',
    },
    '',
    ENDPOINT,
    isEndpoint,
  ),
} as const satisfies SettingTable;
