import type { Feature } from '../../platform/database/feature.js';
import { FILE_ERRORS } from './errors.js';
import { FILE_SETTINGS } from './settings.js';

export const files = {
  name: 'files',
  settings: FILE_SETTINGS,
  errors: FILE_ERRORS,
  tags: [
    { name: 'files', about: 'Files of workspaces', position: 70 },
    { name: 'workspaces', about: 'Storage for files', position: 80 },
  ],
} as const satisfies Feature;
