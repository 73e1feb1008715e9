import { quoted } from '../../parts/shell-word.js';

/**
 * Code that makes a run, in each supported language. It contains no credentials: they are read from the environment.
 */
export interface Snippets {
  curl: string;
  cli: string;
  typescript: string;
  python: string;
}

export interface Wanted {
  /** Address of the server, without a trailing slash. */
  url: string;
  project: string;
  identifier: string;
  params: Readonly<Record<string, unknown>>;
  name?: string;
}

export function buildSnippets({ url, project, identifier, params, name }: Wanted): Snippets {
  const body = { task_type_identifier: identifier, params, ...(name !== undefined && { name }) };
  const json = JSON.stringify(body, null, 2);
  return {
    curl: [
      `curl -s ${quoted(`${url}/external/v1/projects/${project}/tasks`)} \\`,
      '  -H "Authorization: Bearer $KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d ${quoted(json)}`,
    ].join('\n'),
    cli: [
      `METARUN_URL=${quoted(url)} METARUN_TOKEN=$KEY \\`,
      `  metarun tasks create ${quoted(identifier)} --params ${quoted(JSON.stringify(params))}${
        name === undefined ? '' : ` --name ${quoted(name)}`
      } --wait`,
    ].join('\n'),
    typescript: [
      "import { MetarunClient } from '@metarun/client';",
      '',
      'const client = new MetarunClient({',
      `  url: ${JSON.stringify(url)},`,
      '  token: process.env.KEY,',
      `  project: ${JSON.stringify(project)},`,
      '});',
      `const task = await client.tasks.create(${json});`,
      'const { result } = await client.tasks.waitFor(task);',
    ].join('\n'),
    python: [
      'import json, os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(`${url}/external/v1/projects/${project}/tasks`)},`,
      '    headers={',
      '        "Authorization": f"Bearer {os.environ[\'KEY\']}",',
      '        "Content-Type": "application/json",',
      '    },',
      `    data=json.dumps(${formatPython(body, 1)}).encode(),`,
      ')',
      'task = json.load(urllib.request.urlopen(request))',
    ].join('\n'),
  };
}

/** Returns a JSON value as a Python literal. */
function formatPython(value: unknown, depth: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => formatPython(item, depth + 1))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${formatPython(item, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  const indent = '    '.repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${indent}${entry},\n`).join('')}${'    '.repeat(depth)}${close}`;
}
