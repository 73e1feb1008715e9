import { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../../base/config/settings.js';

/** Location and credentials of an S3 storage. */
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

/** Number of attempts for one request. */
const ATTEMPTS = 3;
const CONNECT_MS = 3_000;
/** Time until the response begins (ms); a part of an upload must be sent within it. */
const ANSWER_MS = 60_000;
/** Number of connections; a download holds one for as long as its client takes. */
const CONNECTIONS = 256;

/** Returns a client for `endpoint`; '' for Amazon's own. */
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
    // Bodies are signed with their SHA-256. Many S3-compatible servers do not support additional checksums.
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
