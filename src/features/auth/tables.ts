import { AccessTokenEntity } from './access-token.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { UserEntity } from './user.entity.js';

export const entities = [AccessTokenEntity, ApiKeyEntity, UserEntity];
