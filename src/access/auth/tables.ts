import { Auth1700000000004 } from './migrations/0004-auth.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
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
export const migrations = [Auth1700000000004];
