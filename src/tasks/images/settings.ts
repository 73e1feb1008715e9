import { choices, integer, type Values } from '../../base/config/setting.js';
import { readPrefixes } from './registries.js';

export const IMAGE_SETTINGS = {
  imageRegistries: choices(
    {
      env: 'METARUN_IMAGE_REGISTRIES',
      description:
        'Allowed sources of container images, as prefixes of references; localhost/ for images loaded by the operator, * for any. Default: none.',
    },
    '',
    'registry[:port][/path] with commas between, such as registry.example.com/team,localhost/',
    readPrefixes,
  ),
  imagePullSeconds: integer(
    {
      env: 'METARUN_IMAGE_PULL_SECONDS',
      description: 'Maximum duration of an image pull, in seconds.',
    },
    600,
    1,
    86_400,
  ),
  imagesMb: integer(
    {
      env: 'METARUN_LIMITS.images_mb',
      description:
        'Maximum disk space for pulled images on a machine, in MiB. Images that no meta-task uses are removed first; then pulls are refused.',
    },
    10_240,
    64,
    100_000_000,
  ),
} as const;

export type ImageSettings = Values<typeof IMAGE_SETTINGS>;
