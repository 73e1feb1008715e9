import type { Feature } from '../../platform/database/feature.js';

export const projects = {
  name: 'projects',
  tags: [
    { name: 'projects', about: 'What everything belongs to', position: 90 },
    { name: 'members', about: 'Who may do what in a project', position: 100 },
    { name: 'api-keys', about: 'Keys for the programs that run tasks', position: 110 },
    {
      name: 'users',
      about: 'Who may sign in, for administrators of the installation',
      position: 125,
    },
  ],
} as const satisfies Feature;
