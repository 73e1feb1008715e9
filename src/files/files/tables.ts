import { Files1700000000008 } from './migrations/0008-files.js';
import { ConversionContentEntity } from './documents/conversion-content.entity.js';
import { ConversionJobEntity } from './documents/conversion-job.entity.js';
import { ConversionEntity } from './documents/conversion.entity.js';
import { FileVersionEntity } from './versions/file-version.entity.js';
import { FileEntity } from './tree/file.entity.js';
import { InstallationEntity } from './blobs/installation.entity.js';
import { TaskFileEntity } from './uses/task-file.entity.js';

export const entities = [
  FileEntity,
  FileVersionEntity,
  ConversionEntity,
  ConversionContentEntity,
  ConversionJobEntity,
  InstallationEntity,
  TaskFileEntity,
];
export const migrations = [Files1700000000008];
