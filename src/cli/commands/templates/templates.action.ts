import {
  listTemplates,
  type Template,
} from '../../../tooling/authoring/project/template-catalogue.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { wrapped } from '../../toolkit/wrapped.js';
import { stdout } from '../../toolkit/output.js';

/** Runs `metarun templates`. Each template has two lines of text, which a table would truncate. */
export async function runTemplates({ json = false }: { json?: boolean }): Promise<void> {
  const templates = await listTemplates();
  stdout.write(json ? `${JSON.stringify(templates, null, 2)}\n` : templates.map(entry).join('\n'));
}

function entry({ name, languages, description, features }: Template): string {
  const bold = style('bold', stdout);
  const faint = style('dim', stdout);
  const width = measureColumns(stdout);
  const head = [bold(name), ...languages].join('  ');
  return [
    head,
    ...wrapped(`${description}.`, width, '  '),
    ...wrapped(features.join(', '), width, '  ').map(faint),
    '',
  ].join('\n');
}
