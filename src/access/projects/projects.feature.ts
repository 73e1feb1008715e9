import type { Feature } from '../../platform/database/feature.js';

export const projects = {
  name: 'projects',
  tags: [
    { name: 'projects', about: 'Containers of all other objects', position: 90 },
    { name: 'members', about: 'Roles of users in a project', position: 100 },
    { name: 'api-keys', about: 'Keys for programs that run tasks', position: 110 },
    {
      name: 'users',
      about: 'User accounts, managed by administrators of the installation',
      position: 125,
    },
  ],
} as const satisfies Feature;
