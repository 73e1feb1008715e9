// Writes JSON schemas from the output of compile.mjs: the fields of a meta-task into schemas/metatask.schema.json, the
// rest of which is written by hand, and schemas/agent.schema.json for the front matter of contracts.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importBuilt } from './compile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { fieldProperties } = await importBuilt('tooling/authoring/meta-task-schema.js');
const { frontMatterSchema } = await importBuilt('agents/agents/contract-fields.js');
const { AGENT_TOOLS } = await importBuilt('agents/agents/agent-tools.js');

await update('metatask.schema.json', (schema) => ({
  ...schema,
  properties: { ...schema.properties, ...fieldProperties() },
}));
await update('agent.schema.json', () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The front matter of a contract of metarun',
  ...frontMatterSchema(AGENT_TOOLS),
}));

/** Writes a schema if it has changed. `next` computes it from the current one. */
async function update(name, next) {
  const file = `${root}schemas/${name}`;
  const now = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const schema = next(now);
  if (JSON.stringify(schema) === JSON.stringify(now)) return;
  const { format, resolveConfig } = await import('prettier');
  const options = { ...(await resolveConfig(file)), filepath: file };
  await writeFile(file, await format(JSON.stringify(schema), options));
}
