import { Option } from 'commander';
import type { Command } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const IMAGE = 'name or id of an image, or the beginning or end of the id';
const actions = () => import('./images.actions.js');
const wait = (): Option => new Option('--wait', 'wait until it is ready or has failed');

export function imagesCommand(): Command {
  return apiGroup('images', 'Container images that meta-tasks can run on.', [
    {
      name: 'list',
      description: 'List the container images of the project.',
      examples: [['metarun images list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'add',
      description: 'Add a container image; the server pulls it.',
      args: [
        ['<name>', 'name for use in metatask.yaml'],
        ['<reference>', 'registry/repository[:tag][@sha256:…]'],
      ],
      options: [
        new Option('--secret <name>', 'secret of the project with user:password for the registry'),
        new Option(
          '--platform <os/processor>',
          'platform, such as linux/arm64 (default: that of the machine)',
        ),
        wait(),
      ],
      examples: [['metarun images add reports registry.example.com/team/reports:2026 --wait', '']],
      run: async (name, reference, options) => (await actions()).add(name, reference, options),
    },
    {
      name: 'show',
      description: 'Show a container image with its versions.',
      args: [['<image>', IMAGE]],
      examples: [['metarun images show reports', '']],
      run: async (image, options) => (await actions()).show(image, options),
    },
    {
      name: 'refresh',
      description: 'Pull a container image again. It gets a new version if its digest has changed.',
      args: [['<image>', IMAGE]],
      options: [wait()],
      examples: [['metarun images refresh reports --wait', '']],
      run: async (image, options) => (await actions()).refresh(image, options),
    },
    {
      name: 'remove',
      description: 'Delete a container image.',
      args: [['<image>', IMAGE]],
      options: [
        new Option('--force', 'delete it although meta-tasks run on it: their tasks then fail'),
      ],
      asksFirst: true,
      examples: [['metarun images remove reports --yes', 'skips the confirmation']],
      run: async (image, options) => (await actions()).remove(image, options),
    },
  ]);
}
