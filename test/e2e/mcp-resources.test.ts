import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withBody } from '../support/inline-script.js';
import { callTool, connect, rpc } from '../support/mcp.js';
import { newMetaTask } from '../support/meta-tasks.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let server: TestServer;
let workspace: string;
beforeAll(async () => {
  server = await sharedServer();
  const files = {
    '/shots/pixel.png': { content: PIXEL, encoding: 'base64' },
    '/shots/note.md': { content: '# Note\n' },
    '/shots/blob.bin': { content: 'gAAA/w==', encoding: 'base64' },
    '/shots/large.txt': { content: 'x'.repeat(1024 * 1024 + 1) },
  };
  for (const [path, file] of Object.entries(files))
    await server.call('PUT', '/external/v1/projects/default/files/content', {
      body: { path, ...file },
    });
  const list = await server.call<{ id: string }[]>('GET', '/projects/default/workspaces');
  workspace = list.body[0]?.id ?? '';
  const plain = (identifier: string, body: string, more: object = {}): Promise<unknown> =>
    newMetaTask(server, {
      name: identifier,
      identifier,
      script_language: 'python',
      script: withBody('python', body),
      ...more,
    });
  const paths = [...Object.keys(files), '/shots', '/none', 'no path', 5];
  await plain('links', `return {"paths": ${JSON.stringify(paths)}}`);
  await plain('embeds', `return {"paths": ${JSON.stringify(paths)}}`, {
    mcp_hints: { embed: true },
  });
  await plain(
    'waits',
    'reporter.log("begun")\nreporter.wait_for_event("go")\nreporter.log("went on")\nreturn 1',
  );
});
afterAll(() => server.stop());

describe('the files that a result names', () => {
  it('files that a result names become links, or are embedded if the meta-task asks for it', async () => {
    const links = await callTool(server, 'links');
    const types = links.body.result.content.map(({ type }) => type);
    expect(types).toEqual(['text', ...Array.from({ length: 4 }, () => 'resource_link')]);
    const { body } = await callTool(server, 'embeds');
    const uri = (name: string): string => `metarun://default/files/${workspace}/shots/${name}`;
    expect(body.result.content.slice(1)).toEqual([
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: uri('note.md'), mimeType: expect.any(String), text: '# Note\n' },
      },
      {
        type: 'resource',
        resource: { uri: uri('blob.bin'), mimeType: expect.any(String), blob: 'gAAA/w==' },
      },
      expect.objectContaining({ type: 'resource_link', uri: uri('large.txt') }),
    ]);
    const made = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      body: { name: 'tasks', scopes: ['tasks:read', 'tasks:write'] },
    });
    const without = await callTool(server, 'embeds', {}, { token: made.body.key });
    expect(without.body.result.content.map(({ type }) => type)).toEqual(['text']);
  });
});

describe('the variables of templates', () => {
  it('template variables are completed from existing workspaces, paths and tasks', async () => {
    const id = await createTask(server, 'links');
    const complete = async (name: string, value: string, more: object = {}): Promise<unknown> => {
      const ref = { type: 'ref/resource', uri: 'metarun://default/files/{workspace}/{+path}' };
      const params = { ref, argument: { name, value }, ...more };
      const { body } = await rpc(server, 'completion/complete', params);
      return body.result['completion'];
    };
    const context = { context: { arguments: { workspace } } };
    expect(await complete('workspace', workspace.slice(0, 4))).toMatchObject({
      values: [workspace],
    });
    expect(await complete('path', 'sh', context)).toMatchObject({ values: ['shots/'] });
    expect(await complete('path', 'shots/n')).toMatchObject({ values: ['shots/note.md'] });
    expect(await complete('task_id', id)).toEqual({ values: [id], hasMore: false });
    const none = { values: [], hasMore: false };
    expect(await complete('path', 'none/x')).toEqual(none);
    expect(await complete('path', '../..')).toEqual(none);
    expect(await complete('path', '', { context: { arguments: { workspace: 'x' } } })).toEqual(
      none,
    );
    expect(await complete('other', '')).toEqual(none);
  });
});

describe('a subscription', () => {
  it('a subscription reports new log lines and the result, and ends with its tasks', async () => {
    const id = await createTask(server, 'waits');
    const logs = `metarun://default/tasks/${id}/logs`;
    const result = `metarun://default/tasks/${id}/result`;
    await until('its first line', async () => {
      const { body } = await rpc(server, 'resources/read', { uri: logs });
      return (body.result['contents'] as { text: string }[])[0]?.text.includes('begun');
    });
    const client = await connect(server);
    const seen: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      seen.push(params.uri);
    });
    const strange = [
      `${logs}#L1-2`,
      'metarun://default/tasks/01890000-0000-7000-8000-000000000000/logs',
      `metarun://other/tasks/${id}/logs`,
      `metarun://default/files/${workspace}/shots/note.md`,
    ];
    const uris = [logs, result, ...strange];
    const open = await client.listen({ resourceSubscriptions: uris, toolsListChanged: true });
    expect(open.honoredFilter).toEqual({ resourceSubscriptions: [logs, result] });
    await server.call('POST', `${TASKS}/${id}/events/go`, { body: { payload: 1 } });
    expect(await open.closed).toBe('graceful');
    expect(new Set(seen)).toEqual(new Set([logs, result]));
    const late = await client.listen({ resourceSubscriptions: [result] });
    expect(await late.closed).toBe('graceful');
    expect(seen.at(-1)).toBe(result);
    await client.close();
  });

  it('a subscription ends when its API key is revoked', async () => {
    const made = await server.call<{ id: string; key: string }>(
      'POST',
      '/projects/default/api-keys',
      { body: { name: 'listens' } },
    );
    const id = await createTask(server, 'waits');
    const client = await connect(server, { token: made.body.key });
    const uri = `metarun://default/tasks/${id}/result`;
    const open = await client.listen({ resourceSubscriptions: [uri] });
    await server.call('DELETE', `/projects/default/api-keys/${made.body.id}`);
    expect(await open.closed).toBe('graceful');
    await client.close().catch(() => undefined);
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });
});
