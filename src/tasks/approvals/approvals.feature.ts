import type { Feature } from '../../platform/database/feature.js';
import { APPROVAL_ERRORS } from './errors.js';

export const approvals = {
  name: 'approvals',
  errors: APPROVAL_ERRORS,
  tags: [
    {
      name: 'approvals',
      about: 'Questions of tasks to people, and links to answer them',
      position: 40,
    },
  ],
} as const satisfies Feature;
