import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../../src/server/core/config.js';
import { getErrorMessage } from '../../src/base/kernel/errors.js';
import { isScriptLanguage, type ScriptLanguage } from '../../src/base/languages/index.js';
import { type Block, ROOT } from './markdown.js';
import { jsonDifference, textMatches } from './matching.js';
import type { TestServer } from './server.js';
import type { Shell } from './shell.js';
import { createTask, loadLogs, taskWhen } from './tasks.js';
import { withoutWaits } from './screen.js';

/** The address of the server in the pages. */
export const SHOWN = '127.0.0.1:8080';
const PROBLEM = 'urn:metarun:error:';

/**
 * Lines of `sh` blocks that are not run, each with the reason. Their commands must still exist: see
 * {@link checkCommand}.
 */
const NOT_RUN: readonly [line: RegExp, why: string][] = [
  [/^npm start$/, 'the server of the page has been started by it, or runs already'],
  [/^METARUN_[A-Z_]+=\S+ npm start$/, 'would start a second server; the variable is looked up'],
  [
    /^npm (test|run (lint|bench|test:all))( -- .*)?$/,
    'would start what runs this test, and takes minutes',
  ],
  [
    /^npm run pack -- .*$/,
    'may build while other tests use what is built; they pack for themselves',
  ],
  [
    /^npm install --prefix mcp @modelcontextprotocol\/.*$/,
    'would ask a registry; test/servers/mcp-public-servers.test.ts runs it',
  ],
  [/^npm install @metarun\/[\w-]+$/, 'would ask a registry; the package is looked up'],
];

/** The outcome that an output block shows: the output of commands, or the task and the log of a script. */
interface Shown {
  json: unknown;
  text: string;
}

export interface PageContext {
  url: string;
  /** Null if the page uses commands only. */
  server: TestServer | null;
  shell: Shell;
  welcome: string;
}

/** Executes the blocks of a page in order; throws an error that names the lines of the failed blocks. */
export async function executePage(blocks: readonly Block[], context: PageContext): Promise<void> {
  const errors: string[] = [];
  let shown: Shown | null = null;
  for (const [index, block] of blocks.entries()) {
    try {
      if (isOutput(block)) compare(block, shown);
      else {
        shown = null;
        shown = await execute(block, context);
        if (isProblem(shown) && !isOutput(blocks[index + 1]))
          throw new Error(`it ends in an error that the page does not show: ${shown.text}`);
      }
    } catch (error) {
      errors.push(`line ${block.line}: ${getErrorMessage(error)}`);
    }
  }
  if (errors.length > 0) throw new Error(errors.join('\n\n'));
}

function isOutput(block: Block | undefined): boolean {
  return block?.language === 'json' || block?.language === 'text';
}

function isProblem({ text, json }: Shown): boolean {
  const failed = typeof json === 'object' && json !== null && 'error_code' in json;
  return text.includes(PROBLEM) || (failed && json.error_code !== null);
}

function execute(block: Block, context: PageContext): Promise<Shown> {
  const { language } = block;
  if (language === 'sh') return runCommands(block, context);
  if (isScriptLanguage(language)) return runScript(language, block, context);
  throw new Error(`a block of "${language}" cannot be executed`);
}

function compare(block: Block, shown: Shown | null): void {
  if (shown === null) throw new Error('this output follows nothing that printed it');
  if (block.language === 'text') {
    if (!textMatches(block.text, shown.text)) throw new Error(`the output was\n${shown.text}`);
    return;
  }
  const difference = jsonDifference(JSON.parse(block.text), shown.json);
  if (difference !== null)
    throw new Error(
      `${difference}\nin ${shown.text.slice(0, 2_000)}\n${JSON.stringify(shown.json).slice(0, 2_000)}`,
    );
}

async function runCommands({ text }: Block, { url, shell, welcome }: PageContext): Promise<Shown> {
  const { host } = new URL(url);
  const isStart = text.trim() === 'npm start';
  const lines = text.split('\n').filter((line) => {
    const exempt = NOT_RUN.some(([pattern]) => pattern.test(line.trim()));
    if (exempt) checkCommand(line.trim());
    return !exempt;
  });
  const printed = await shell.run(lines.join('\n').replaceAll(SHOWN, host));
  // On a busy machine, commands print what they wait for.
  const said = withoutWaits((isStart ? welcome : printed).split('\n'));
  const output = said.join('\n').replaceAll(host, SHOWN);
  return { text: output, json: parsed(output) };
}

/** Checks that the package, the npm script or the variables exist that a command names which is not run. */
function checkCommand(line: string): void {
  // Another test runs this command.
  if (line.startsWith('npm install --prefix mcp ')) return;
  const ours = /^npm install @metarun\/([\w-]+)$/.exec(line)?.[1];
  if (ours !== undefined) {
    if (existsSync(join(ROOT, 'packages', ours, 'package.json'))) return;
    throw new Error(`there is no folder packages/${ours}`);
  }
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const name = /npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? '';
  if (!(name in scripts)) throw new Error(`package.json has no script "${name}"`);
  const variable = /^(METARUN_\w+)=/.exec(line)?.[1];
  if (variable !== undefined && !Object.values(SETTINGS).some(({ env }) => env === variable))
    throw new Error(`${variable} is not a setting`);
}

/**
 * Creates a meta-task from the script of a block and runs it once. The info string may hold a JSON object: `params` are
 * those of the task, all other members are those of the meta-task.
 */
async function runScript(
  language: ScriptLanguage,
  { text, info }: Block,
  { server }: PageContext,
): Promise<Shown> {
  if (server === null) throw new Error('this page shows scripts as files that its commands write');
  const { params = {}, ...more } = JSON.parse(info || '{}') as { params?: Record<string, unknown> };
  const body = { name: 'Example', script: text, script_language: language, ...more };
  const made = await server.call<{ identifier: string }>('POST', '/projects/default/task-types/', {
    body,
  });
  if (made.status !== 201) return { text: made.text, json: made.body };
  const id = await createTask(server, made.body.identifier, params);
  const task: unknown = await taskWhen(server, id);
  const logs = (await loadLogs(server, id)) as { level: string; text: string }[];
  return { json: task, text: logs.map((line) => `${line.level} ${line.text}\n`).join('') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return `not one JSON document: ${text}`;
  }
}
