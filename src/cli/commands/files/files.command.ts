import { Command, Option } from 'commander';
import { moreFileCommands } from './more-files.command.js';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption, wholeNumber } from '../../toolkit/options.js';

const WORKSPACE = 'name or id of a workspace; the default one of the project without it';

export function filesCommand(): Command {
  const files = new Command('files').description("Files of a project's workspaces on a server.");
  for (const add of [ls, cat, put, get, rm, syncCommand, workspaces]) files.addCommand(add());
  for (const command of moreFileCommands()) files.addCommand(command);
  return files;
}

function ls(): Command {
  const command = new Command('ls')
    .description('List a directory.')
    .argument('[path]', 'a directory or a file', '/')
    .option('-r, --recursive', 'with all that is below it')
    .option('--glob <pattern>', 'only what matches below it, such as "**/*.md"');
  return finished(command, [
    ['metarun files ls /reports', 'directories first'],
    ['metarun files ls --glob "**/*.pdf" --json', 'for a program'],
  ]).action(async (path, options) => (await import('./ls.action.js')).runLs(path, options));
}

function cat(): Command {
  const command = new Command('cat')
    .description('Print a file.')
    .argument('<path>', 'on the server')
    .option('--original', 'the document that a Markdown file was made of')
    .addOption(versionOption());
  return finished(command, [
    ['metarun files cat /reports/june.md', 'as it is, byte by byte'],
    ['metarun files cat /reports/june.md --json', 'its entry, with the content as text or base64'],
  ]).action(async (path, options) => (await import('./cat.action.js')).runCat(path, options));
}

function put(): Command {
  const command = new Command('put')
    .description('Upload files; a file that is there becomes an earlier version.')
    .argument('<paths...>', 'local files, then where they go: a directory, or the path of one file')
    .option('-r, --recursive', 'folders with all that is below them')
    .option(
      '--charset <name>',
      'of texts that become Markdown, such as windows-1251; found out without it',
    )
    .addHelpText(
      'after',
      '\nWhere it goes is a directory if it ends with a slash, is one on the server, or there are several files.\n' +
        'Links to files and hidden files are uploaded; links to folders are left out.\n',
    );
  return finished(command, [
    ['metarun files put prices.csv /data/', 'becomes /data/prices.csv'],
    ['metarun files put -r reports /', 'becomes /reports/…'],
    ['metarun files put -r reports/. /', 'what is in it becomes /…'],
    [
      'metarun files put scan.pdf / --workspace handbook',
      'in a knowledge base it becomes Markdown',
    ],
  ]).action(async (paths, options) => (await import('./put.action.js')).runPut(paths, options));
}

function get(): Command {
  const command = new Command('get')
    .description('Download a file, or a directory with -r.')
    .argument('<remote>', 'on the server')
    .argument('[local]', 'file or folder; its own name in this folder without it')
    .option('-r, --recursive', 'a directory with all that is below it')
    .option('-f, --force', 'write over files that are there')
    .option('--original', 'the document that a Markdown file was made of')
    .addOption(versionOption());
  return finished(command, [
    ['metarun files get /data/prices.csv', 'becomes ./prices.csv'],
    ['metarun files get -r /reports backup', 'becomes backup/…, as below /reports'],
  ]).action(async (remote, local, options) =>
    (await import('./get.action.js')).runGet(remote, local, options),
  );
}

function rm(): Command {
  const command = new Command('rm')
    .description('Delete files; their versions are kept for a time.')
    .argument('<paths...>', 'on the server')
    .option('-r, --recursive', 'directories with all that is in them')
    .option('-y, --yes', 'do not ask');
  return finished(command, [
    ['metarun files rm /data/prices.csv --yes', 'without being asked'],
    ['metarun files rm -r /old', 'a directory'],
  ]).action(async (paths, options) => (await import('./rm.action.js')).runRm(paths, options));
}

function syncCommand(): Command {
  const command = new Command('sync')
    .description('Bring a directory on the server to what a folder holds.')
    .argument('<folder>', 'a local folder')
    .argument('[directory]', 'where it goes on the server', '/')
    .option('--watch', 'go on with what changes, until Ctrl-C')
    .option('--as <name>', 'name of the sync; that of the folder without it')
    .option('--keep', 'delete nothing on the server')
    .option('--allow-empty', 'delete what was synced where the folder has no files at all')
    .option('--exclude <pattern...>', 'leave out names or paths, such as "*.jpg" or "drafts/**"')
    .option('--dry-run', 'say what would be done')
    .option('--no-wait', 'end while documents are still being converted')
    .addHelpText(
      'after',
      '\nOnly what differs is sent, by its content. Only what a sync of the same name has put there is deleted.\n' +
        'Links, and files of systems and editors such as .git and ~$…, are left out and named.\n',
    );
  return finished(command, [
    ['metarun files sync docs --workspace handbook', 'into the root of a knowledge base'],
    ['metarun files sync docs /docs --dry-run', 'what it would do'],
    ['metarun files sync docs --watch -w handbook', 'and whatever changes from now on'],
  ]).action(async (folder, directory, options) =>
    (await import('./sync/sync.action.js')).runSync(folder, directory, options),
  );
}

function workspaces(): Command {
  const command = new Command('workspaces').description('List the workspaces of the project.');
  return finished(command, [['metarun files workspaces', 'with what they hold']], false).action(
    async (options) => (await import('./workspaces.action.js')).runWorkspaces(options),
  );
}

function versionOption(): Option {
  return new Option('--version <number>', 'an earlier content, as `files versions` lists it')
    .argParser(wholeNumber(1, 2_147_483_647))
    .conflicts('original');
}

function finished(
  command: Command,
  rows: readonly (readonly [string, string])[],
  inWorkspace = true,
): Command {
  if (inWorkspace) command.addOption(new Option('-w, --workspace <workspace>', WORKSPACE));
  command.addOption(jsonOption());
  connectionOptions(command);
  return command.addHelpText('after', examples(rows));
}
