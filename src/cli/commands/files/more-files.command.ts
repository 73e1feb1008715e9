import { type Command, Option } from 'commander';
import { type ApiCommand, apiCommand } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const PATH: readonly [string, string] = ['<path>', 'path of a file on the server'];
const workspace = (): Option =>
  new Option(
    '-w, --workspace <workspace>',
    'name or id of the workspace (default: the default one of the project)',
  );
const limit = (): Option =>
  new Option('--limit <number>', 'maximum number of results, 1 to 200')
    .argParser(wholeNumber(1, 200))
    .default(50);
const actions = () => import('./more-files.actions.js');
const asking = () => import('./ask.action.js');

const COMMANDS: readonly ApiCommand[] = [
  {
    name: 'mv',
    description: 'Move a file or a directory.',
    args: [
      ['<from>', 'path on the server'],
      ['<to>', 'new path'],
    ],
    options: [workspace()],
    examples: [['metarun files mv /drafts/june.md /reports/june.md', '']],
    run: async (from, to, options) => (await actions()).move(from, to, options),
  },
  {
    name: 'cp',
    description: 'Copy a file or a directory within a workspace.',
    args: [
      ['<from>', 'path on the server'],
      ['<to>', 'path of the copy'],
    ],
    options: [workspace()],
    examples: [['metarun files cp /reports/june.md /archive/june.md', '']],
    run: async (from, to, options) => (await actions()).copy(from, to, options),
  },
  {
    name: 'search',
    description:
      'Search the text of files by words and their forms, and by meaning if the project enables it.',
    args: [['<words...>', 'search words']],
    options: [workspace(), new Option('--path <path>', 'only files below this directory'), limit()],
    examples: [['metarun files search travel expenses --workspace handbook', '']],
    run: async (words, options) => (await actions()).search(words, options),
  },
  {
    name: 'ask',
    description: 'Answer a question from the files of a project, with citations.',
    args: [['<question...>', 'complete question, with the names that matter']],
    options: [
      new Option(
        '-w, --workspace <workspace>',
        'name or id of a workspace (default: all of the project)',
      ),
      new Option('--path <path>', 'only files below this directory'),
    ],
    examples: [['metarun files ask "How long may a lamp be returned?"', '']],
    run: async (words, options) => (await asking()).ask(words, options),
  },
  {
    name: 'citations',
    description: 'List the citations in the results of tasks, and whether they still hold.',
    options: [
      new Option(
        '-w, --workspace <workspace>',
        'name or id of a workspace (default: all of the project)',
      ),
      new Option('--stale', 'only outdated citations'),
      new Option('--task <task>', 'only citations of this task'),
      new Option('--path <path>', 'only citations of this file'),
      limit(),
    ],
    examples: [
      [
        'metarun files citations --stale',
        'lists outdated citations; then: metarun bulk rerun --stale',
      ],
    ],
    run: async (options) => (await asking()).citations(options),
  },
  {
    name: 'search-settings',
    description: 'Show or change whether files are searched by meaning, and show the progress.',
    options: [
      new Option('--by-meaning', 'send the texts of all files to the embedding model'),
      new Option('--no-by-meaning', 'search by words alone, and erase all embeddings'),
    ],
    examples: [['metarun files search-settings --by-meaning', '']],
    run: async (options) => (await actions()).searchSettings(options),
  },
  {
    name: 'outline',
    description: 'Show the headings of a Markdown file, with their lines.',
    args: [PATH],
    options: [workspace()],
    examples: [['metarun files outline /handbook/travel.md', '']],
    run: async (path, options) => (await actions()).outline(path, options),
  },
  {
    name: 'versions',
    description: 'List the versions of a file, newest first.',
    args: [PATH],
    options: [workspace(), limit()],
    examples: [
      ['metarun files versions /reports/june.md', 'lists numbers for metarun files cat --version'],
    ],
    run: async (path, options) => (await actions()).versions(path, options),
  },
  {
    name: 'deleted',
    description: 'List deleted files that can be restored.',
    options: [workspace(), new Option('--path <path>', 'only files below this directory'), limit()],
    examples: [['metarun files deleted', '']],
    run: async (options) => (await actions()).deleted(options),
  },
  {
    name: 'restore',
    description: 'Restore an earlier version of a file, or a deleted file.',
    args: [PATH],
    options: [
      workspace(),
      new Option(
        '--version <number>',
        'version, as listed by `files versions` (default: the previous one)',
      ).argParser(wholeNumber(1, 2_147_483_647)),
      new Option('--to <path>', 'restore to another path'),
    ],
    examples: [['metarun files restore /reports/june.md --version 3', '']],
    run: async (path, options) => (await actions()).restore(path, options),
  },
  {
    name: 'drop-versions',
    description: 'Delete the earlier versions of a file permanently. The file itself stays.',
    args: [PATH],
    options: [workspace()],
    asksFirst: true,
    examples: [['metarun files drop-versions /reports/june.md --yes', '']],
    run: async (path, options) => (await actions()).dropVersions(path, options),
  },
  {
    name: 'reconvert',
    description: 'Convert a document of a knowledge base again, or all of them.',
    args: [['[path]', 'Markdown file of the document']],
    options: [
      workspace(),
      new Option('--all', 'convert all documents of the workspace'),
      new Option(
        '--charset <name>',
        'charset of texts that were decoded wrongly, such as windows-1251',
      ),
    ],
    examples: [['metarun files reconvert /scan.md --workspace handbook', '']],
    run: async (path, options) => (await actions()).reconvert(path, options),
  },
];

export function moreFileCommands(): Command[] {
  return COMMANDS.map(apiCommand);
}
