import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const USER = 'name or id of a user';
const actions = () => import('./users.actions.js');

export function usersCommand(): Command {
  return apiGroup('users', 'Users of a server, for administrators of the installation.', [
    {
      name: 'list',
      description: 'List the users with their projects and last use.',
      options: [
        new Option('-q, --query <text>', 'part of the name'),
        new Option('--admins', 'only administrators of the installation'),
      ],
      examples: [['metarun users list --admins', 'lists who can do everything']],
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
      description: 'Create a user, who has no token and no project yet.',
      args: [['<name>', 'display name']],
      options: [new Option('--admin', 'make them an administrator of the installation')],
      examples: [['metarun users create ada', 'then: members add, tokens create --user …']],
      run: async (name, options) => (await actions()).create(name, options),
    },
    {
      name: 'change',
      description: 'Rename a user, or grant or revoke the administration of the installation.',
      args: [['<user>', USER]],
      options: [
        new Option('--name <name>', 'new name'),
        new Option('--admin', 'make them an administrator of the installation'),
        new Option('--no-admin', 'revoke their administration of the installation'),
      ],
      examples: [['metarun users change ada --admin', '']],
      run: async (user, options) => (await actions()).change(user, options),
    },
    {
      name: 'end-access',
      description: 'Revoke all tokens of a user and sign out all their browsers.',
      args: [['<user>', USER]],
      options: [new Option('--api-keys', 'revoke the API keys that they created as well')],
      asksFirst: true,
      notes: 'For your own account, the token that you use stays valid.',
      examples: [['metarun users end-access ada --api-keys --yes', 'locks out a lost laptop']],
      run: async (user, options) => (await actions()).endAccess(user, options),
    },
    {
      name: 'rm',
      description:
        'Delete a user with their memberships, tokens and the API keys that they created.',
      args: [['<user>', USER]],
      asksFirst: true,
      examples: [['metarun users rm ada --yes', 'skips the confirmation']],
      run: async (user, options) => (await actions()).remove(user, options),
    },
  ]);
}
