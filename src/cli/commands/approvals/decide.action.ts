import { ApiError, type Approval } from '@metarun/client';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { formDefaults } from '../../../base/forms/form-defaults.js';
import { isFilledIn } from '../../../tasks/approvals/is-filled-in.js';
import { askForm } from '../../toolkit/ask-form.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { refusedObject } from '../../toolkit/complete-params.js';
import { connect, type Connection, type ConnectionOptions } from '../../toolkit/connection.js';
import { readGiven, typedObject } from '../../toolkit/given-params.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { isInteractive, style } from '../../toolkit/terminal.js';
import { findApproval } from './find-approval.js';
import { approvalText } from './show.action.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { shellWord } from '../../toolkit/shell-word.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface Options extends ConnectionOptions {
  comment?: string;
  json?: boolean;
}

interface ApproveOptions extends Options {
  payload?: string;
  field: readonly string[];
}

const FLAGS = { whole: '--payload', single: '--field', docs: 'cli-tasks.md#approvals' };

export async function runApprove(reference: string, options: ApproveOptions): Promise<void> {
  const { client } = await connect(options);
  const approval = await findApproval(client, reference);
  const form = approval.form as JsonObject | boolean | null;
  const approve = (payload: Json): Promise<void> =>
    decide(client, approval, { decision: 'approve', payload }, options).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'invalid_payload')
        throw refusedObject(error, FLAGS);
      throw error;
    });
  if (approval.status !== 'pending') return approve(null);
  const isGiven = options.payload !== undefined || options.field.length > 0;
  if (isGiven) return approve(await givenPayload(form, options));
  if (form === null) return approve(null);
  // Without a terminal, an agent's call is approved as proposed.
  if (!isInteractive() && isFilledIn(form, approval.proposal as Json))
    return approve(formDefaults(form) ?? null);
  if (isInteractive()) stderr.write(`${approvalText({ ...approval, form: null }, stderr)}\n`);
  return askedUntilRight(form, approve);
}

export async function runReject(reference: string, options: Options): Promise<void> {
  const { client } = await connect(options);
  const approval = await findApproval(client, reference);
  await decide(client, approval, { decision: 'reject' }, options);
}

async function givenPayload(
  form: JsonObject | boolean | null,
  { payload, field }: ApproveOptions,
): Promise<Json> {
  if (form === null)
    throw usageError('This approval has no form.', 'Leave --payload and --field out.', FLAGS.docs);
  const given = await readGiven({ whole: payload, single: field }, FLAGS);
  const typed = typedObject(given, isJsonObject(form) ? form : null, FLAGS);
  const defaults = payload === undefined ? formDefaults(form) : undefined;
  return isJsonObject(defaults ?? null) ? { ...(defaults as JsonObject), ...typed } : typed;
}

/** Asks for the values of the form until they are valid. */
async function askedUntilRight(
  form: JsonObject | boolean,
  approve: (payload: Json) => Promise<void>,
): Promise<void> {
  let payload: Json = null;
  for (;;) {
    payload = await askForm(
      form,
      (name) => `--field ${shellWord(name)}=… or --payload <json>`,
      payload,
    );
    try {
      return await approve(payload);
    } catch (error) {
      if (!(error instanceof CommandError) || error.code !== 'invalid_payload') throw error;
      stderr.write(`${plainText(error.message)}\n`);
    }
  }
}

async function decide(
  client: Connection['client'],
  { id, hash }: Approval,
  decision: { decision: 'approve' | 'reject'; payload?: Json },
  { comment, json = false }: Options,
): Promise<void> {
  // The hash ensures that the decision applies to the proposal that was shown, not to a later one.
  const decided = await client.approvals.decide(id, {
    ...decision,
    hash,
    ...(comment !== undefined && { comment }),
  });
  if (json) return printJson(decided);
  const { status } = decided;
  const painted = style(getStatusFormat(status), stdout)(`${getStatusMark(status)} ${status}`);
  stdout.write(`${painted}  ${plainLine(decided.prompt)}\n`);
  stderr.write(`the task goes on: ${ownCommand(`tasks watch ${shortId(decided.task_id)}`)}\n`);
}
