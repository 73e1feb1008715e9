import type { Approval, MetarunClient } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { readApprovals } from '../../toolkit/task-records.js';
import { plainLine } from '../../toolkit/plain-text.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PART = /^[0-9a-f-]{4,35}$/i;
/** Number of recent approvals that are searched for a part of an id. */
const LOOKED_AT = 200;
const SHOWN = 10;

/** Returns the approval with the given id, or the only recent one whose id begins or ends with `reference`. */
export async function findApproval(client: MetarunClient, reference: string): Promise<Approval> {
  if (UUID.test(reference)) return client.approvals.get(reference.toLowerCase());
  const part = reference.toLowerCase();
  const found = PART.test(part)
    ? (await readApprovals(client, {}, LOOKED_AT)).items.filter(
        ({ id }) => id.startsWith(part) || id.endsWith(part),
      )
    : [];
  const [approval, ...others] = found;
  if (approval === undefined)
    throw new CommandError(`No approval is meant by "${plainLine(reference)}".`, {
      code: 'not_found',
      fix: `\`metarun approvals list --status all\` shows what there is; parts of ids are looked for among the newest ${LOOKED_AT}.`,
      docs: 'cli-tasks.md#approvals',
    });
  if (others.length > 0)
    throw new CommandError(`"${plainLine(reference)}" could be ${found.length} approvals.`, {
      code: 'ambiguous',
      fix: 'Give more of the id.',
      docs: 'cli-tasks.md#approvals',
      diagnostics: found
        .slice(0, SHOWN)
        .map(({ id, status, prompt }) => ({ message: `${id}  ${status}: ${plainLine(prompt)}` })),
      exit: EXIT.usage,
    });
  return approval;
}
