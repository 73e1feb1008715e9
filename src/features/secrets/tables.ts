import { Secrets1700000000002 } from './migrations/0002-secrets.js';
import { SecretEntity } from './secret.entity.js';

export const entities = [SecretEntity];
export const migrations = [Secrets1700000000002];
