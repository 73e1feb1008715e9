import { AccessTokenEntity } from './access-token.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { Sessions1700000000045 } from './migrations/0045-sessions.js';
import { LoginCodeEntity } from './sessions/login-code.entity.js';
import { SessionEntity } from './sessions/session.entity.js';
import { UserEntity } from './user.entity.js';

export const entities = [
  AccessTokenEntity,
  ApiKeyEntity,
  LoginCodeEntity,
  SessionEntity,
  UserEntity,
];
export const migrations = [Sessions1700000000045];
