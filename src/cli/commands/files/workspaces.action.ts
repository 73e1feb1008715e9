import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { table } from '../../toolkit/table.js';
import { measureColumns } from '../../toolkit/terminal.js';
import { bytesText } from '../../toolkit/units.js';
import { stdout } from '../../toolkit/output.js';

export async function runWorkspaces({
  json = false,
  ...options
}: ConnectionOptions & { json?: boolean }): Promise<void> {
  const { client } = await connect(options);
  const workspaces = await client.workspaces.list();
  if (json) return printJson({ workspaces });
  const rows = workspaces.map(({ id, name, kind, is_default, quota_bytes, usage }) => [
    plainLine(name) + (is_default ? ' (default)' : ''),
    kind === 'files' ? 'files' : 'knowledge base',
    String(usage.files),
    bytesText(usage.bytes) + (quota_bytes === null ? '' : ` of ${bytesText(quota_bytes)}`),
    id,
  ]);
  const width = stdout.isTTY ? measureColumns(stdout) : Infinity;
  stdout.write(table(['NAME', 'KIND', 'FILES', 'SIZE', 'ID'], rows, width));
}
