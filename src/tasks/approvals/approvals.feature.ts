import type { Feature } from '../../platform/database/feature.js';
import { APPROVAL_ERRORS } from './errors.js';

export const approvals = {
  name: 'approvals',
  errors: APPROVAL_ERRORS,
  tags: [
    {
      name: 'approvals',
      about: 'What tasks ask people, and links for these to answer by',
      position: 40,
    },
  ],
} as const satisfies Feature;
