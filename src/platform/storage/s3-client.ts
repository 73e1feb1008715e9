import { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../../base/config/settings.js';

/** The location and the credentials of an S3 storage. */
export type S3Settings = Pick<
  Config,
  | 'storageBucket'
  | 'storageRegion'
  | 'storageEndpoint'
  | 'storagePrefix'
  | 'storagePathStyle'
  | 'storageAccessKeyId'
  | 'storageSecretAccessKey'
  | 'storageRedirectBytes'
  | 'storagePublicEndpoint'
>;

/** The number of attempts of one request. */
const ATTEMPTS = 3;
const CONNECT_MS = 3_000;
/** Time until the answer begins; a part of an upload has to be sent in it. */
const ANSWER_MS = 60_000;
/** Downloads hold theirs as long as their clients take. */
const CONNECTIONS = 256;

/** Returns a client for `endpoint`, or for Amazon's own if it is ''. */
export function s3Client(settings: S3Settings, endpoint: string): S3Client {
  const { storagePathStyle: style, storageAccessKeyId: accessKeyId } = settings;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  return new S3Client({
    region: settings.storageRegion,
    forcePathStyle: style === 'auto' ? endpoint !== '' : style === 'yes',
    ...(endpoint === '' ? {} : { endpoint }),
    ...(accessKeyId === ''
      ? {}
      : { credentials: { accessKeyId, secretAccessKey: settings.storageSecretAccessKey } }),
    maxAttempts: ATTEMPTS,
    // Bodies are signed with their SHA-256. The further checksums are unknown to many who speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
