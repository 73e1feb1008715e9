import type { Command } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';

export function installationCommand(): Command {
  return apiCommand({
    name: 'installation',
    description: 'Show the state of the installation of a server, for its administrators.',
    notes: 'metarun doctor checks this machine itself, without a server.',
    examples: [['metarun installation', '']],
    run: async (options) => (await import('./installation.action.js')).runInstallation(options),
  });
}
