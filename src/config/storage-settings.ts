import { choice, integer, type SettingTable, text } from './setting.js';

function isEndpoint(value: string): boolean {
  return value === '' || (/^https?:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value));
}

function isPrefix(value: string): boolean {
  return /^([A-Za-z0-9!_.*'()-]+\/)*$/.test(value) && !/(^|\/)\.\.?\//.test(value);
}

const ENDPOINT = 'http(s)://host[:port]';
const TIB = 1024 ** 4;

/** Where the contents of files are kept. */
export const STORAGE_SETTINGS = {
  storage: choice(
    {
      env: 'METARUN_STORAGE',
      description: 'Where the contents of files are kept: in the data folder or in an S3 bucket.',
    },
    ['disk', 's3'],
    'disk',
  ),
  storageBucket: text(
    { env: 'METARUN_STORAGE_BUCKET', description: 'The bucket, which must be there already.' },
    '',
    '3 to 63 lower-case letters, digits, "." and "-"',
    (value) => value === '' || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
  ),
  storageRegion: text(
    { env: 'METARUN_STORAGE_REGION', description: 'The region of the bucket.' },
    'us-east-1',
    'letters, digits and "-"',
    (value) => /^[A-Za-z0-9-]{1,64}$/.test(value),
  ),
  storageEndpoint: text(
    {
      env: 'METARUN_STORAGE_ENDPOINT',
      description: "Where the storage answers, when it is not Amazon's.",
    },
    '',
    ENDPOINT,
    isEndpoint,
  ),
  storagePrefix: text(
    {
      env: 'METARUN_STORAGE_PREFIX',
      description: 'What the key of every object begins with, for a bucket that others use too.',
    },
    '',
    'names of letters, digits and !_.*\'()-, each with a "/" after it',
    isPrefix,
  ),
  storagePathStyle: choice(
    {
      env: 'METARUN_STORAGE_PATH_STYLE',
      description:
        'Whether the bucket stands in the path of a URL rather than in its host; auto = with an endpoint of your own.',
    },
    ['auto', 'yes', 'no'],
    'auto',
  ),
  storageAccessKeyId: text(
    {
      env: 'METARUN_STORAGE_ACCESS_KEY_ID',
      description:
        'The access key; without it what the AWS SDK finds: AWS_… variables, profiles, the role of the machine.',
    },
    '',
    'letters, digits and ordinary signs, without spaces',
    (value) => /^[\x21-\x7e]*$/.test(value),
    true,
  ),
  storageSecretAccessKey: text(
    { env: 'METARUN_STORAGE_SECRET_ACCESS_KEY', description: 'The secret of the access key.' },
    '',
    'letters, digits and ordinary signs, without spaces',
    (value) => /^[\x21-\x7e]*$/.test(value),
    true,
  ),
  storageRedirectBytes: integer(
    {
      env: 'METARUN_STORAGE_REDIRECT_BYTES',
      description:
        'From this size on, in bytes, raw downloads are sent to the bucket itself by a presigned URL; 0 = never.',
    },
    0,
    0,
    TIB,
  ),
  storagePublicEndpoint: text(
    {
      env: 'METARUN_STORAGE_PUBLIC_ENDPOINT',
      description:
        'Where clients reach the storage by presigned URLs, when not where the server does.',
    },
    '',
    ENDPOINT,
    isEndpoint,
  ),
} as const satisfies SettingTable;
