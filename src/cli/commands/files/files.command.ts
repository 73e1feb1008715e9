import { Command, Option } from 'commander';
import { moreFileCommands } from './more-files.command.js';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption, wholeNumber } from '../../toolkit/options.js';

const WORKSPACE = 'name or id of a workspace (default: the default one of the project)';

export function filesCommand(): Command {
  const files = new Command('files').description("Files of a project's workspaces on a server.");
  for (const add of [ls, cat, put, get, rm, syncCommand, workspaces]) files.addCommand(add());
  for (const command of moreFileCommands()) files.addCommand(command);
  return files;
}

function ls(): Command {
  const command = new Command('ls')
    .description('List a directory.')
    .argument('[path]', 'directory or file', '/')
    .option('-r, --recursive', 'include everything below it')
    .option('--glob <pattern>', 'only matching files below it, such as "**/*.md"');
  return finished(command, [
    ['metarun files ls /reports', 'lists directories first'],
    ['metarun files ls --glob "**/*.pdf" --json', 'prints JSON for a program'],
  ]).action(async (path, options) => (await import('./ls.action.js')).runLs(path, options));
}

function cat(): Command {
  const command = new Command('cat')
    .description('Print a file.')
    .argument('<path>', 'path on the server')
    .option('--original', 'use the document from which a Markdown file was converted')
    .addOption(versionOption());
  return finished(command, [
    ['metarun files cat /reports/june.md', 'prints the exact bytes'],
    [
      'metarun files cat /reports/june.md --json',
      'prints its entry, with the content as text or base64',
    ],
  ]).action(async (path, options) => (await import('./cat.action.js')).runCat(path, options));
}

function put(): Command {
  const command = new Command('put')
    .description('Upload files. Existing files become earlier versions.')
    .argument('<paths...>', 'local files, then the target: a directory, or the path of one file')
    .option('-r, --recursive', 'upload folders with all their contents')
    .option(
      '--charset <name>',
      'charset of texts that become Markdown, such as windows-1251 (default: detected)',
    )
    .addHelpText(
      'after',
      '\nThe target is a directory if it ends with a slash, is a directory on the server, or there are several files.\nLinks to files and hidden files are uploaded; links to folders are left out.\n',
    );
  return finished(command, [
    ['metarun files put prices.csv /data/', 'creates /data/prices.csv'],
    ['metarun files put -r reports /', 'creates /reports/…'],
    ['metarun files put -r reports/. /', 'uploads the contents of the folder to /…'],
    [
      'metarun files put scan.pdf / --workspace handbook',
      'converts it to Markdown in a knowledge base',
    ],
  ]).action(async (paths, options) => (await import('./put.action.js')).runPut(paths, options));
}

function get(): Command {
  const command = new Command('get')
    .description('Download a file, or a directory with -r.')
    .argument('<remote>', 'path on the server')
    .argument('[local]', 'target file or folder (default: the same name in this folder)')
    .option('-r, --recursive', 'download a directory with all its contents')
    .option('-f, --force', 'overwrite existing files')
    .option('--original', 'use the document from which a Markdown file was converted')
    .addOption(versionOption());
  return finished(command, [
    ['metarun files get /data/prices.csv', 'creates ./prices.csv'],
    ['metarun files get -r /reports backup', 'creates backup/… with the contents of /reports'],
  ]).action(async (remote, local, options) =>
    (await import('./get.action.js')).runGet(remote, local, options),
  );
}

function rm(): Command {
  const command = new Command('rm')
    .description('Delete files. Their versions are kept for a time.')
    .argument('<paths...>', 'paths on the server')
    .option('-r, --recursive', 'delete directories with all their contents')
    .option('-y, --yes', 'skip the confirmation');
  return finished(command, [
    ['metarun files rm /data/prices.csv --yes', 'skips the confirmation'],
    ['metarun files rm -r /old', 'deletes a directory'],
  ]).action(async (paths, options) => (await import('./rm.action.js')).runRm(paths, options));
}

function syncCommand(): Command {
  const command = new Command('sync')
    .description('Sync a local folder to a directory on the server.')
    .argument('<folder>', 'local folder')
    .argument('[directory]', 'target directory on the server', '/')
    .option('--watch', 'keep syncing changes until Ctrl-C')
    .option('--as <name>', 'name of the sync (default: name of the folder)')
    .option('--keep', 'delete nothing on the server')
    .option('--allow-empty', 'delete synced files even if the folder has no files at all')
    .option('--exclude <pattern...>', 'names or paths to exclude, such as "*.jpg" or "drafts/**"')
    .option('--dry-run', 'show what would be done')
    .option('--no-wait', 'do not wait for the conversion of documents')
    .addHelpText(
      'after',
      '\nOnly files with different contents are sent. Only files from a sync of the same name are deleted.\nLinks, and files of systems and editors such as .git and ~$…, are left out and listed.\n',
    );
  return finished(command, [
    ['metarun files sync docs --workspace handbook', 'syncs into the root of a knowledge base'],
    ['metarun files sync docs /docs --dry-run', 'shows what it would do'],
    ['metarun files sync docs --watch -w handbook', 'syncs, then follows changes'],
  ]).action(async (folder, directory, options) =>
    (await import('./sync/sync.action.js')).runSync(folder, directory, options),
  );
}

function workspaces(): Command {
  const command = new Command('workspaces').description('List the workspaces of the project.');
  return finished(command, [['metarun files workspaces', 'includes their usage']], false).action(
    async (options) => (await import('./workspaces.action.js')).runWorkspaces(options),
  );
}

function versionOption(): Option {
  return new Option('--version <number>', 'earlier version, as listed by `files versions`')
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
