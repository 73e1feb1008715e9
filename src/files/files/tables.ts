import { ConversionContentEntity } from './documents/conversion-content.entity.js';
import { ConversionJobEntity } from './documents/conversion-job.entity.js';
import { ConversionEntity } from './documents/conversion.entity.js';
import { FileVersionEntity } from './versions/file-version.entity.js';
import { FileEntity } from './tree/file.entity.js';
import { InstallationEntity } from './blobs/installation.entity.js';
import { TaskFileEntity } from './uses/task-file.entity.js';
import { FileVersions1700000000015 } from './migrations/0015-file-versions.js';
import { Documents1700000000017 } from './migrations/0017-documents.js';
import { Installation1700000000021 } from './migrations/0021-installation.js';
import { ByteOrder1700000000022 } from './migrations/0022-byte-order.js';
import { FileUses1700000000048 } from './migrations/0048-file-uses.js';
import { Charsets1700000000071 } from './migrations/0071-charsets.js';
import { SyncedFiles1700000000085 } from './migrations/0085-synced-files.js';

export const entities = [
  FileEntity,
  FileVersionEntity,
  ConversionEntity,
  ConversionContentEntity,
  ConversionJobEntity,
  InstallationEntity,
  TaskFileEntity,
];
export const migrations = [
  FileVersions1700000000015,
  Documents1700000000017,
  Installation1700000000021,
  ByteOrder1700000000022,
  FileUses1700000000048,
  Charsets1700000000071,
  SyncedFiles1700000000085,
];
