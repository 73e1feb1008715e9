import { integer, type Values } from '../../base/config/setting.js';

const MIB = 1024 * 1024;

export const FILE_SETTINGS = {
  maxUploadBytes: integer(
    { env: 'METARUN_MAX_UPLOAD_BYTES', description: 'Size of an uploaded file, in bytes.' },
    100 * MIB,
    1024,
    1024 * 1024 * MIB,
  ),
  maxFileVersions: integer(
    {
      env: 'METARUN_MAX_FILE_VERSIONS',
      description: 'Earlier versions kept of one file; the oldest go first.',
    },
    1000,
    1,
    1_000_000,
  ),
  contentSweepSeconds: integer(
    {
      env: 'METARUN_CONTENT_SWEEP_SECONDS',
      description: 'Pause between two sweeps for stored contents that no file names, in seconds.',
    },
    3600,
    1,
    604_800,
  ),
  conversionWaitSeconds: integer(
    {
      env: 'METARUN_CONVERSION_WAIT_SECONDS',
      description:
        'How long an upload waits for the conversion of its documents, before it is answered and they are ' +
        'converted in the background; in seconds.',
    },
    45,
    0,
    3600,
  ),
} as const;

export type FileSettings = Values<typeof FILE_SETTINGS>;
