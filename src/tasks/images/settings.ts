import { choices, integer, type Values } from '../../base/config/setting.js';
import { readPrefixes } from './registries.js';

export const IMAGE_SETTINGS = {
  imageRegistries: choices(
    {
      env: 'METARUN_IMAGE_REGISTRIES',
      description:
        'Where images of projects may come from: beginnings of references; localhost/ for those that the operator has loaded, * for any. By default none.',
    },
    '',
    'registry[:port][/path] with commas between, such as registry.example.com/team,localhost/',
    readPrefixes,
  ),
  imagePullSeconds: integer(
    { env: 'METARUN_IMAGE_PULL_SECONDS', description: 'Longest time of the pull of an image.' },
    600,
    1,
    86_400,
  ),
  imagesMb: integer(
    {
      env: 'METARUN_IMAGES_MB',
      description:
        'Disk for the images that a machine has pulled, in MiB: what no meta-task uses is removed first, then pulls are refused.',
    },
    10_240,
    64,
    100_000_000,
  ),
} as const;

export type ImageSettings = Values<typeof IMAGE_SETTINGS>;
