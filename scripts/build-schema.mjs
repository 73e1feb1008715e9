// Writes the fields of a meta-task into schemas/metatask.schema.json, of what the compiler has made of
// src/features/meta-tasks/fields.ts. The rest of that file is written by hand.
import { readFile, writeFile } from 'node:fs/promises';
import './compile.mjs';

const root = new URL('..', import.meta.url).pathname;
const file = `${root}schemas/metatask.schema.json`;
const { fieldProperties } = await import(
  `${root}dist/modules/tooling/authoring/meta-task-schema.js`
);

const text = await readFile(file, 'utf8');
const schema = JSON.parse(text);
const fields = fieldProperties();
const before = JSON.stringify(schema);
schema.properties = { ...schema.properties, ...fields };
if (JSON.stringify(schema) !== before) {
  const { format, resolveConfig } = await import('prettier');
  const options = { ...(await resolveConfig(file)), filepath: file };
  await writeFile(file, await format(JSON.stringify(schema), options));
}
