import { Secrets1700000000007 } from './migrations/0007-secrets.js';
import { SecretReadEntity } from './secret-read.entity.js';
import { SecretEntity } from './secret.entity.js';

export const entities = [SecretEntity, SecretReadEntity];
export const migrations = [Secrets1700000000007];
