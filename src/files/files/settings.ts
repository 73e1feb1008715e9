import { integer, type Values } from '../../base/config/setting.js';

const MIB = 1024 * 1024;

export const FILE_SETTINGS = {
  maxUploadBytes: integer(
    {
      env: 'METARUN_LIMITS.upload_bytes',
      description: 'Maximum size of an uploaded file, in bytes.',
    },
    100 * MIB,
    1024,
    1024 * 1024 * MIB,
  ),
  maxFileVersions: integer(
    {
      env: 'METARUN_LIMITS.file_versions',
      description:
        'Maximum number of earlier versions kept per file; the oldest are removed first.',
    },
    1000,
    1,
    1_000_000,
  ),
  contentSweepSeconds: integer(
    {
      env: 'METARUN_CONTENT_SWEEP_SECONDS',
      description: 'Interval between sweeps for unreferenced stored contents, in seconds.',
    },
    3600,
    1,
    604_800,
  ),
  conversionWaitSeconds: integer(
    {
      env: 'METARUN_CONVERSION_WAIT_SECONDS',
      description:
        'Maximum time that an upload waits for the conversion of its documents, in seconds. Then it is answered and they are converted in the background.',
    },
    45,
    0,
    3600,
  ),
} as const;

export type FileSettings = Values<typeof FILE_SETTINGS>;
