import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const USER = 'name or id of a user';
const ROLES = ['viewer', 'author', 'admin'];
const actions = () => import('./members.actions.js');

export function membersCommand(): Command {
  return apiGroup('members', 'Members of a project and their roles.', [
    {
      name: 'list',
      description: 'List the members of the project.',
      examples: [['metarun members list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'add',
      description: 'Add an existing user as a member, or a new user with this name.',
      args: [['<user>', USER]],
      options: [new Option('--role <role>', 'role of the member').choices(ROLES).default('viewer')],
      examples: [['metarun members add ada --role author', 'then: metarun tokens create --user …']],
      run: async (user, options) => (await actions()).add(user, options),
    },
    {
      name: 'change',
      description: 'Change the role of a member.',
      args: [['<user>', USER]],
      options: [
        new Option('--role <role>', 'role of the member').choices(ROLES).makeOptionMandatory(),
      ],
      examples: [['metarun members change ada --role admin', '']],
      run: async (user, options) => (await actions()).change(user, options),
    },
    {
      name: 'rm',
      description: 'Remove a member from the project.',
      args: [['<user>', USER]],
      asksFirst: true,
      examples: [['metarun members rm ada --yes', 'skips the confirmation']],
      run: async (user, options) => (await actions()).remove(user, options),
    },
  ]);
}
