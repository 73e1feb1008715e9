import { Secrets1700000000002 } from './migrations/0002-secrets.js';
import { SecretHosts1700000000032 } from './migrations/0032-secret-hosts.js';
import { SecretEntity } from './secret.entity.js';

export const entities = [SecretEntity];
export const migrations = [Secrets1700000000002, SecretHosts1700000000032];
