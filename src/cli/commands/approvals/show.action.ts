import type { Approval } from '@metarun/client';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { printJson, shownJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { style } from '../../toolkit/terminal.js';
import { relativeTime } from '../../toolkit/units.js';
import { findApproval } from './find-approval.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { type Output, stderr, stdout } from '../../toolkit/output.js';

export async function runShow(
  reference: string,
  { json = false, ...options }: ConnectionOptions & { json?: boolean },
): Promise<void> {
  const { client } = await connect(options);
  const approval = await findApproval(client, reference);
  if (json) return printJson(approval);
  stdout.write(approvalText(approval, stdout));
  if (approval.status === 'pending') {
    const short = shortId(approval.id);
    stderr.write(`\nTo decide: ${ownCommand(`approvals approve ${short}`)}, or reject\n`);
  }
}

/** Returns the full text of an approval for the terminal. */
export function approvalText(approval: Approval, output: Output): string {
  const { id, status, prompt, proposal, form, payload } = approval;
  const bold = style('bold', output);
  const painted = style(getStatusFormat(status), output)(`${getStatusMark(status)} ${status}`);
  const by = approval.decided_by === null ? '' : ` by ${plainLine(approval.decided_by)}`;
  const expires =
    approval.expires_at === null ? '' : `, expires ${relativeTime(approval.expires_at)}`;
  const rows = [
    `${bold(plainText(prompt))}\n`,
    `id         ${id}\n`,
    `status     ${painted}${by}${status === 'pending' ? expires : ''}\n`,
    `task       ${approval.task_id}  ${plainLine(approval.task_name)}\n`,
    `asked      ${relativeTime(approval.created_at)} (${approval.created_at})\n`,
  ];
  if (approval.comment !== null) rows.push(`comment    ${plainLine(approval.comment)}\n`);
  for (const [title, value] of Object.entries({ proposal, form, payload }))
    if (value !== null) rows.push(`\n${bold(title)}\n${shownJson(value, '  ')}`);
  return rows.join('');
}
