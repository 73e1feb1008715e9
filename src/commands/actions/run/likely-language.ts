import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptLanguage } from '../../../runtime/runtime.js';

/** Of a script or a meta-task, by its name; null where it has to be read. A wrong guess costs time alone. */
export function likelyLanguage(path: string): ScriptLanguage | null {
  if (path.endsWith('.ts')) return 'typescript';
  if (path.endsWith('.py')) return 'python';
  const python = existsSync(join(path, 'workflow.py'));
  const typescript = existsSync(join(path, 'workflow.ts'));
  if (python === typescript) return null;
  return python ? 'python' : 'typescript';
}
