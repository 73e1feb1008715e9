import { ImageVersionEntity } from './image-version.entity.js';
import { ImageEntity } from './image.entity.js';
import { Images1700000000077 } from './migrations/0077-images.js';

export const entities = [ImageEntity, ImageVersionEntity];
export const migrations = [Images1700000000077];
