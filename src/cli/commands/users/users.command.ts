import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const USER = 'name of a user, or the id';
const actions = () => import('./users.actions.js');

export function usersCommand(): Command {
  return apiGroup('users', 'All users of a server: for administrators of the installation.', [
    {
      name: 'list',
      description: 'List the users, their projects, and when they were last there.',
      options: [
        new Option('-q, --query <text>', 'part of the name'),
        new Option('--admins', 'only administrators of the installation'),
      ],
      examples: [['metarun users list --admins', 'who may do everything']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a user with all their projects.',
      args: [['<user>', USER]],
      examples: [['metarun users show ada', '']],
      run: async (user, options) => (await actions()).show(user, options),
    },
    {
      name: 'create',
      description: 'Make a user, who has no token and no project yet.',
      args: [['<name>', 'what others see']],
      options: [new Option('--admin', 'an administrator of the installation')],
      examples: [['metarun users create ada', 'then: members add, tokens create --user …']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'change',
      description: 'Rename a user, or make them an administrator of the installation, or none.',
      args: [['<user>', USER]],
      options: [
        new Option('--name <name>', 'another name'),
        new Option('--admin', 'an administrator of the installation'),
        new Option('--no-admin', 'no administrator any more'),
      ],
      examples: [['metarun users change ada --admin', '']],
      run: async (user, options) => (await actions()).change(user, options),
    },
    {
      name: 'end-access',
      description: 'Revoke all tokens of a user at once, and sign their browsers out.',
      args: [['<user>', USER]],
      options: [new Option('--api-keys', 'the API keys that they have made, too')],
      asksFirst: true,
      notes: 'Of yourself, the token that you use stays.',
      examples: [['metarun users end-access ada --api-keys --yes', 'a laptop was lost']],
      run: async (user, options) => (await actions()).endAccess(user, options),
    },
    {
      name: 'rm',
      description: 'Delete a user, with memberships, tokens, and the API keys that they have made.',
      args: [['<user>', USER]],
      asksFirst: true,
      examples: [['metarun users rm ada --yes', 'without being asked']],
      run: async (user, options) => (await actions()).remove(user, options),
    },
  ]);
}
