import { Images1700000000011 } from './migrations/0011-images.js';
import { ImageVersionEntity } from './image-version.entity.js';
import { ImageEntity } from './image.entity.js';

export const entities = [ImageEntity, ImageVersionEntity];
export const migrations = [Images1700000000011];
