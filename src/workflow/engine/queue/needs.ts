import type { Config } from '../../../base/config/settings.js';
import { needed } from './pool.js';

/** Something that a version of a meta-task may use and that this release can run, but one before it cannot. */
export interface Need {
  /** Lower-case letters and digits; never used again for something else. */
  name: string;
  /** Returns whether a version uses it, by its definition. */
  isUsedBy: (definition: object) => boolean;
}

const ON_IMAGES = 'image';

/** All of them. Add one with what workers of the release before would run wrongly, where those may go on beside this one. */
export const NEEDS: Need[] = [
  // An older worker would run it in an isolate.
  {
    name: 'node',
    isUsedBy: (definition) => 'runtime' in definition && definition.runtime === 'node',
  },
  // An older worker, or one without an engine of containers, would run it on its own interpreters.
  {
    name: ON_IMAGES,
    isUsedBy: (definition) =>
      'docker_image_id' in definition && definition.docker_image_id !== null,
  },
];

/** Returns what this release can run with these settings, as words of a pool. */
export function runnableNeeds({ containerEngine }: Pick<Config, 'containerEngine'>): string[] {
  const isMet = ({ name }: Need): boolean => name !== ON_IMAGES || containerEngine !== 'none';
  return NEEDS.filter(isMet).map(({ name }) => needed(name));
}

/** Returns what a version needs, as words of a pool. */
export function needsOf(definition: object): string[] {
  return NEEDS.filter((need) => need.isUsedBy(definition)).map(({ name }) => needed(name));
}
