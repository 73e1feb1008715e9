import type { Command } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const actions = () => import('./sessions.actions.js');

export function sessionsCommand(): Command {
  return apiGroup('sessions', 'Sessions of signed-in browsers.', [
    {
      name: 'list',
      description: 'List the browsers signed in as you, with any of your tokens.',
      examples: [['metarun sessions list', 'includes the last use']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'end',
      description: 'Sign out a browser, or all of yours if no id is given.',
      args: [['[session]', 'id of the session, as listed or in full']],
      asksFirst: true,
      examples: [
        ['metarun sessions end 7f3a91c2', 'signs out one browser'],
        ['metarun sessions end --yes', 'signs out all, without confirmation'],
      ],
      run: async (session, options) => (await actions()).end(session, options),
    },
  ]);
}
