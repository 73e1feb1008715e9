import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const USER = 'name of a user, or the id';
const ROLES = ['viewer', 'author', 'admin'];
const actions = () => import('./members.actions.js');

export function membersCommand(): Command {
  return apiGroup('members', 'Who works in a project, and with which role.', [
    {
      name: 'list',
      description: 'List the members of the project.',
      examples: [['metarun members list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'add',
      description: 'Add a member: a user that there is, or a new one by this name.',
      args: [['<user>', USER]],
      options: [new Option('--role <role>', 'what they may do').choices(ROLES).default('viewer')],
      examples: [['metarun members add ada --role author', 'then: metarun tokens create --user …']],
      run: async (user, options) => (await actions()).add(user, options),
    },
    {
      name: 'change',
      description: 'Give a member another role.',
      args: [['<user>', USER]],
      options: [
        new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory(),
      ],
      examples: [['metarun members change ada --role admin', '']],
      run: async (user, options) => (await actions()).change(user, options),
    },
    {
      name: 'rm',
      description: 'Take a member out of the project.',
      args: [['<user>', USER]],
      asksFirst: true,
      examples: [['metarun members rm ada --yes', 'without being asked']],
      run: async (user, options) => (await actions()).remove(user, options),
    },
  ]);
}
