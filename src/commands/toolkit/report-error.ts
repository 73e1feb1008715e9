import { MetarunError, messageOf } from '../../kernel/errors.js';
import { type Diagnostic, GuidedError } from '../../kernel/guided-error.js';
import { CommandError } from './command-error.js';
import { docsPage } from './docs-page.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { style } from './terminal.js';

/** An error as people and programs are told of it. */
interface Told {
  code: string;
  message: string;
  fix?: string | undefined;
  docs?: string | undefined;
  errors: readonly Diagnostic[];
}

/**
 * Tells of what ended a command: to people on standard error, as cause, fix and docs page; where they asked for JSON
 * as one document `{"error": {code, message, fix?, docs?, errors}}` on standard output. Gives the exit code.
 */
export function reportError(thrown: unknown, json: boolean): ExitCode {
  const told = toldOf(thrown);
  if (json) process.stdout.write(`${JSON.stringify({ error: told }, null, 2)}\n`);
  else process.stderr.write(textOf(told));
  return thrown instanceof CommandError ? thrown.exit : EXIT.failed;
}

function toldOf(thrown: unknown): Told {
  if (thrown instanceof GuidedError) {
    const { code, message, fix, docs, diagnostics: faults } = thrown;
    return { code, message, fix, docs: docs && docsPage(docs), errors: faults };
  }
  if (thrown instanceof MetarunError) {
    const { code, message, errors } = thrown;
    return { code, message, docs: docsPage('errors.md'), errors };
  }
  return { code: 'failed', message: messageOf(thrown), errors: [] };
}

function textOf({ message, fix, docs, errors }: Told): string {
  const red = style('red', process.stderr);
  const faint = style('dim', process.stderr);
  const lines = [`${red('metarun:')} ${message}`];
  // A single fault is mostly the message itself.
  const shown = errors.filter((fault) => !message.includes(fault.message));
  lines.push(...shown.map((fault) => `  ${placed(fault)}`));
  if (fix !== undefined) lines.push(`  fix:  ${fix}`);
  if (docs !== undefined) lines.push(faint(`  docs: ${docs}`));
  return `${lines.join('\n')}\n`;
}

/** As compilers write it, so that editors find the place. */
export function placed({ file, line, column, pointer, message }: Diagnostic): string {
  const place = [file ?? pointer, line, line === undefined ? undefined : column];
  const at = place.filter((part) => part !== undefined && part !== '').join(':');
  return at === '' ? message : `${at}: ${message}`;
}
