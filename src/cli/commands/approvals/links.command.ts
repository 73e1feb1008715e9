import { type Command, Option } from 'commander';
import { type ApiCommand, apiCommand } from '../../toolkit/api/api-group.js';

const APPROVAL = 'id of an approval, or the beginning or end of it';
const actions = () => import('./links.actions.js');

const LINKS: readonly ApiCommand[] = [
  {
    name: 'links',
    description: 'List the links by which people without an account can decide an approval.',
    args: [['<approval>', APPROVAL]],
    examples: [['metarun approvals links 41d9e7b0', 'shows for whom they are and which were used']],
    run: async (approval, options) => (await actions()).list(approval, options),
  },
  {
    name: 'link',
    description:
      'Create a link for a person and print it. It is shown only once; anyone who has it can decide.',
    args: [['<approval>', APPROVAL]],
    options: [new Option('--name <name>', 'name of the person').makeOptionMandatory()],
    examples: [['metarun approvals link 41d9e7b0 --name "Ada Lovelace"', '']],
    run: async (approval, options) => (await actions()).create(approval, options),
  },
  {
    name: 'unlink',
    description: 'Revoke a link.',
    args: [
      ['<approval>', APPROVAL],
      ['<link>', 'name of the person, or id of the link, or the beginning or end of the id'],
    ],
    asksFirst: true,
    examples: [['metarun approvals unlink 41d9e7b0 "Ada Lovelace" --yes', '']],
    run: async (approval, link, options) => (await actions()).revoke(approval, link, options),
  },
];

export function linkCommands(): Command[] {
  return LINKS.map(apiCommand);
}
