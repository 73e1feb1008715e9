import { packagePath } from '../../../base/kernel/package-root.js';
import { usageError } from '../../toolkit/command-error.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { printJson } from '../../toolkit/print-json.js';
import { Bridge } from './bridge.js';
import { FILES, type Program, settingsFor } from './programs.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface McpOptions extends ConnectionOptions {
  tools?: string;
  wait?: number;
  install?: Program;
  print?: boolean;
}

const MAX_WAIT_SECONDS = 60;

/**
 * Runs `metarun mcp`: forwards messages between standard input and output and a project's endpoint until the input
 * ends.
 */
export async function mcp(options: McpOptions): Promise<void> {
  const { tools, wait, install, print = false } = options;
  if (wait !== undefined && !(Number.isInteger(wait) && wait >= 0 && wait <= MAX_WAIT_SECONDS))
    throw usageError(`--wait is a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}.`);
  if (print && install === undefined)
    throw usageError('--print goes with --install: metarun mcp --install claude --print');
  const { client, url, profile } = await connect(options);
  const { project } = client;
  if (install === undefined) {
    const query = {
      ...(tools !== undefined && { tools }),
      ...(wait !== undefined && { wait_seconds: wait }),
    };
    await new Bridge(client, query).run(process.stdin, stdout);
    return;
  }
  const place = profile === null ? ['--url', url] : ['--profile', profile];
  const more = [
    ...place,
    '--project',
    project,
    ...(tools === undefined ? [] : ['--tools', tools]),
    ...(wait === undefined ? [] : ['--wait', String(wait)]),
  ];
  // Desktop programs have a different PATH, and npx would look for a package of this name.
  const start = { command: packagePath('bin/metarun'), args: ['mcp', ...more] };
  stderr.write(`For ${FILES[install]}:\n`);
  printJson(settingsFor(install, `metarun-${project}`, start));
}
