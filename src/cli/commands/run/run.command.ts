import { Argument, Command, InvalidArgumentError } from 'commander';
import { isJsonObject } from '../../../base/kernel/json.js';
import { parseExactly } from '../../../base/kernel/json-text.js';
import { SCRIPT_ENDINGS } from '../../../base/languages/index.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption, separated } from '../../toolkit/options.js';
import type { Approve } from './run-answers.js';
import type { RunOptions } from './run-task.js';

function collected(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

function approveAnswer(text: string, earlier: readonly Approve[] = []): Approve[] {
  if (text === 'yes' || text === 'no' || text === 'ask') return [...earlier, text];
  const read = parseExactly(text);
  if (!('value' in read) || !isJsonObject(read.value))
    throw new InvalidArgumentError('Allowed are yes, no, ask, or a JSON object.');
  return [...earlier, read.value];
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('A whole number of seconds above 0.');
  return value;
}

export function runCommand(): Command {
  return new Command('run')
    .description('Run a meta-task here, without a server, in the same sandbox as on a server.')
    .addArgument(
      new Argument(
        '[path]',
        `folder with a metatask.yaml, or a script (${SCRIPT_ENDINGS.join(', ')})`,
      ).default('.'),
    )
    .option('--params <file|json|->', 'params: a file, a JSON object, or - for standard input')
    .option('--param <name=value>', 'one of the params; can be repeated', collected)
    .option('--name <name>', 'name of the task')
    .option('--workspace <folder>', 'folder with the files that the script uses')
    .option(
      '--secret <NAME=value>',
      'secret; NAME alone uses the environment variable; can be repeated',
      collected,
    )
    .option('--secrets <file>', 'file of secrets, as lines NAME=value')
    .option(
      '--secret-hosts <hosts>',
      'comma-separated hosts to which these secrets may be sent for an agent, with :port unless it is 80 or 443',
      separated,
    )
    .option('--timeout <seconds>', 'time limit of the run, instead of its own', seconds)
    .option(
      '--approve <answer>',
      'answer to approvals: yes, no, a JSON object with the fields of the form, or ask on a terminal; can be repeated for several approvals in order',
      approveAnswer,
    )
    .option('--model <provider/name>', 'default model')
    .option(
      '--model-providers <file>',
      'YAML file of model providers, as in METARUN_MODEL_PROVIDERS',
    )
    .option(
      '--knowledge <name=folder>',
      'folder of a workspace that an agent reads; can be repeated',
      collected,
    )
    .option('--event <name=json>', 'event to send; can be repeated', collected)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun run hello --param name=Ada', 'runs the meta-task in the folder hello'],
        ['metarun run report.py --params june.json', 'runs a single script'],
        ['metarun run . --json | jq .task.result', 'prints JSON for programs'],
      ]),
    )
    .action(async (path: string, options: RunOptions) =>
      (await import('./run.action.js')).run(path, options),
    );
}
