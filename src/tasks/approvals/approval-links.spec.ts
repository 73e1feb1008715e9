import { beforeEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { readServerConfig } from '../../server/core/config.js';
import { SecretKey } from '../../access/secrets/secret-key.js';
import { ApprovalLinks } from './approval-links.service.js';
import { Approvals } from './approvals.service.js';

const BY = 'Ada';
const KEY = Buffer.alloc(32, 7).toString('base64');

const bench = useEngineBench('approval_links', 'projects');
let approvalId: string;
beforeEach(async () => {
  const row = { id: PROJECT, slug: PROJECT, name: PROJECT, created_at: 0 };
  await bench.insert('projects', row);
  approvalId = await bench.addApproval(await bench.addTask({ status: 'waiting' }), null);
});

function links(secretKey = KEY): ApprovalLinks {
  const key = new SecretKey(readServerConfig({ METARUN_SECRET_KEY: secretKey }));
  return new ApprovalLinks(bench.database, key, new Approvals(bench.database));
}

describe('the link to an approval', () => {
  it('a link opens its approval, unless it is revoked or was signed with another key', async () => {
    const [one, other] = [
      await links().create(PROJECT, approvalId, 'Bob', BY),
      await links().create(PROJECT, approvalId, 'Eve', BY),
    ];
    expect(await links().open(one.token)).toMatchObject({
      link: { id: one.link.id, name: 'Bob' },
      approval: { id: approvalId },
    });
    expect(await links(Buffer.alloc(32, 8).toString('base64')).open(one.token)).toBeNull();
    await links().revoke(PROJECT, approvalId, one.link.id);
    expect(await links().open(one.token)).toBeNull();
    expect(await links().open(other.token)).not.toBeNull();
  });

  it('a link opens nothing while its project is archived', async () => {
    const { token } = await links().create(PROJECT, approvalId, 'Bob', BY);
    await bench.database.execute('UPDATE projects SET archived_at = 1');
    expect(await links().open(token)).toBeNull();
    await bench.database.execute('UPDATE projects SET archived_at = NULL');
    expect(await links().open(token)).not.toBeNull();
  });

  it('a script gets its link again only as long as the link can be used', async () => {
    const approval = await new Approvals(bench.database).get(PROJECT, approvalId);
    const kept = async (name = 'Bob', by = BY): Promise<string> =>
      (await links().kept(approval, name, by)).link.id;
    const first = await kept();
    expect(await kept()).toBe(first);
    expect(await kept('Eve')).not.toBe(first);
    expect(await kept('Bob', 'another')).not.toBe(first);
    await links().revoke(PROJECT, approvalId, first);
    const second = await kept();
    expect(second).not.toBe(first);
    await bench.database.execute('UPDATE approval_links SET used_at = 1 WHERE id = ?', [second]);
    expect(await kept()).not.toBe(second);
  });
});
