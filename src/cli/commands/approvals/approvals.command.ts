import { Command, Option } from 'commander';
import { linkCommands } from './links.command.js';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { collected, jsonOption, wholeNumber } from '../../toolkit/options.js';

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled', 'all'];
const ID = 'id of an approval, its beginning or end';

export function approvalsCommand(): Command {
  const approvals = new Command('approvals').description(
    'What tasks ask people before they go on.',
  );
  for (const add of [list, show, approve, reject]) approvals.addCommand(add());
  for (const command of linkCommands()) approvals.addCommand(command);
  return approvals;
}

function list(): Command {
  const command = new Command('list')
    .description('List approvals, newest first; those that wait unless --status says otherwise.')
    .addOption(
      new Option('--status <status>', 'only those with this status')
        .choices(STATUSES)
        .default('pending'),
    )
    .option('--task <task>', 'only those of this task: id, its beginning or end, or name')
    .option('--limit <number>', 'how many, 1 to 200', wholeNumber(1, 200), 50);
  return finished(command, [
    ['metarun approvals list', 'what waits for a decision'],
    ['metarun approvals list --status all --json', 'for a program'],
  ]).action(async (options) => (await import('./list.action.js')).runList(options));
}

function show(): Command {
  const command = new Command('show')
    .description('Show an approval: what is asked, the proposal, the form.')
    .argument('<approval>', ID);
  return finished(command, [['metarun approvals show 41d9e7b0', 'before it is decided']]).action(
    async (approval, options) => (await import('./show.action.js')).runShow(approval, options),
  );
}

function approve(): Command {
  const command = new Command('approve')
    .description('Approve: the task goes on. Asks for what the form wants, where nothing gives it.')
    .argument('<approval>', ID)
    .option('--comment <text>', 'shown with the decision, and given to the script')
    .option('--payload <json>', 'what the form asks for: a JSON object, a file, or -')
    .option('--field <name=value>', 'one field of the form; may come several times', collected, []);
  return finished(command, [
    ['metarun approvals approve 41d9e7b0', 'asks for the fields of the form'],
    ['metarun approvals approve 41d9e7b0 --field channel=website', 'asks for nothing'],
  ]).action(async (approval, options) =>
    (await import('./decide.action.js')).runApprove(approval, options),
  );
}

function reject(): Command {
  const command = new Command('reject')
    .description('Reject: the script gets an error.')
    .argument('<approval>', ID)
    .option('--comment <text>', 'why; given to the script');
  return finished(command, [
    ['metarun approvals reject 41d9e7b0 --comment "Too early"', 'and says why'],
  ]).action(async (approval, options) =>
    (await import('./decide.action.js')).runReject(approval, options),
  );
}

function finished(command: Command, rows: readonly (readonly [string, string])[]): Command {
  command.addOption(jsonOption());
  connectionOptions(command);
  return command.addHelpText('after', examples(rows));
}
