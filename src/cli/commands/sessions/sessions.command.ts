import type { Command } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const actions = () => import('./sessions.actions.js');

export function sessionsCommand(): Command {
  return apiGroup('sessions', 'Browsers that are signed in.', [
    {
      name: 'list',
      description: 'List the browsers that are signed in as you, by any of your tokens.',
      examples: [['metarun sessions list', 'with their last use']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'end',
      description: 'Sign a browser out, or without an id all of yours.',
      args: [['[session]', 'its id, or what the list shows of it']],
      asksFirst: true,
      examples: [
        ['metarun sessions end 7f3a91c2', 'one of them'],
        ['metarun sessions end --yes', 'all, without being asked'],
      ],
      run: async (session, options) => (await actions()).end(session, options),
    },
  ]);
}
