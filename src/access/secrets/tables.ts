import { Secrets1700000000002 } from './migrations/0002-secrets.js';
import { SecretHosts1700000000032 } from './migrations/0032-secret-hosts.js';
import { SecretReads1700000000051 } from './migrations/0051-secret-reads.js';
import { SecretReadEntity } from './secret-read.entity.js';
import { SecretEntity } from './secret.entity.js';

export const entities = [SecretEntity, SecretReadEntity];
export const migrations = [
  Secrets1700000000002,
  SecretHosts1700000000032,
  SecretReads1700000000051,
];
