import { ModelCallEntity } from './gateway/model-call.entity.js';
import { Models1700000000026 } from './migrations/0026-models.js';
import { ModelProviderEntity } from './providers/model-provider.entity.js';

export const entities = [ModelProviderEntity, ModelCallEntity];
export const migrations = [Models1700000000026];
