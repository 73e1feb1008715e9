import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { relativeTime } from '../../toolkit/units.js';
import { findApproval } from './find-approval.js';

export async function runLink(
  reference: string,
  { name, json = false, ...options }: ConnectionOptions & { name: string; json?: boolean },
): Promise<void> {
  const { client } = await connect(options);
  const { id } = await findApproval(client, reference);
  const link = await client.approvals.createLink(id, name);
  if (json) return printJson(link);
  process.stdout.write(`${link.url}\n`);
  const until = link.expires_at === null ? '' : `, and expires ${relativeTime(link.expires_at)}`;
  process.stderr.write(
    `Who has this link decides as ${plainLine(link.name)}. It works once${until}.\n`,
  );
}
