import type { Config } from '../../../base/config/settings.js';
import { needed } from './pool.js';

/** A feature of a meta-task's version that this release can run and an earlier one cannot. */
export interface Need {
  /** Lower-case letters and digits; a name is never reused. */
  name: string;
  /** Returns whether a definition uses the feature. */
  isUsedBy: (definition: object) => boolean;
}

const ON_IMAGES = 'image';

/**
 * All needs. Add one for anything that workers of the previous release would run wrongly, if those may run beside this
 * one.
 */
export const NEEDS: Need[] = [
  // An older worker would run the script in an isolate.
  {
    name: 'node',
    isUsedBy: (definition) => 'runtime' in definition && definition.runtime === 'node',
  },
  // An older worker, or one without a container engine, would run the script on its own interpreters.
  {
    name: ON_IMAGES,
    isUsedBy: (definition) =>
      'docker_image_id' in definition && definition.docker_image_id !== null,
  },
];

/** Returns the needs that this release meets with these settings, as words of a pool. */
export function runnableNeeds({ containerEngine }: Pick<Config, 'containerEngine'>): string[] {
  const isMet = ({ name }: Need): boolean => name !== ON_IMAGES || containerEngine !== 'none';
  return NEEDS.filter(isMet).map(({ name }) => needed(name));
}

/** Returns the needs of a version, as words of a pool. */
export function listNeeds(definition: object): string[] {
  return NEEDS.filter((need) => need.isUsedBy(definition)).map(({ name }) => needed(name));
}
