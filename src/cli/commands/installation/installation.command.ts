import type { Command } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';

export function installationCommand(): Command {
  return apiCommand({
    name: 'installation',
    description: 'Show how the installation of a server is: for its administrators.',
    notes: 'metarun doctor checks this machine itself, without a server.',
    examples: [['metarun installation', '']],
    run: async (options) => (await import('./installation.action.js')).runInstallation(options),
  });
}
