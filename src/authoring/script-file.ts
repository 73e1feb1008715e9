import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptLanguage } from '../runtime/runtime.js';
import { ownFile } from './author-path.js';
import type { MetaTaskContent } from './meta-task-file.js';

/** Which file runs, and by what. */
export interface ScriptFile {
  mode: 'script' | 'agent';
  /** Null for an agent. */
  language: ScriptLanguage | null;
  /** Absolute. */
  scriptFile: string;
}

const USUAL_FILES = { python: 'workflow.py', typescript: 'workflow.ts' } as const;
const AGENT_FILE = 'agent.md';
/** The names of scripts that no `script` has to tell. */
export const SCRIPT_FILES: readonly string[] = [...Object.values(USUAL_FILES), AGENT_FILE];

/** By the file's ending; null for what is no script. Types alone (`.d.ts`) are none. */
export function languageOf(file: string): ScriptLanguage | null {
  if (file.endsWith('.py')) return 'python';
  return /(?<!\.d)\.[cm]?ts$/.test(file) ? 'typescript' : null;
}

/** The script of a folder by what its `metatask.yaml` says and what files there are, or what is wrong at `pointer`. */
export async function scriptOf(
  folder: string,
  { execution_mode: mode, language, script }: MetaTaskContent,
): Promise<ScriptFile | { fault: string; pointer: string }> {
  const isAgent = mode === 'agent';
  if (isAgent && language != null)
    return { fault: 'language: an agent has none; leave it out', pointer: '/language' };
  const name = script ?? usualFile(folder, isAgent, language ?? null);
  if (typeof name !== 'string') return name;
  const file = await ownFile(folder, name);
  if ('refused' in file)
    return {
      fault: `script: ${name} ${file.refused}`,
      pointer: script == null ? '' : '/script',
    };
  if (isAgent) {
    if (!name.endsWith('.md'))
      return { fault: 'script: the contract of an agent is a Markdown file', pointer: '/script' };
    return { mode: 'agent', language: null, scriptFile: file.path };
  }
  const byName = languageOf(name);
  if (byName === null)
    return { fault: `script: ${name} must end in .py or .ts`, pointer: '/script' };
  if (language != null && language !== byName)
    return {
      fault: `language: is "${language}", and the script ${name} is ${byName}; change either`,
      pointer: '/language',
    };
  return { mode: 'script', language: byName, scriptFile: file.path };
}

function usualFile(
  folder: string,
  isAgent: boolean,
  language: ScriptLanguage | null,
): string | { fault: string; pointer: string } {
  if (isAgent) return AGENT_FILE;
  if (language !== null) return USUAL_FILES[language];
  const there = Object.values(USUAL_FILES).filter((name) => existsSync(join(folder, name)));
  const [first, second] = there;
  if (second !== undefined)
    return {
      fault: `there are ${there.join(' and ')}: say which by "language" or "script"`,
      pointer: '',
    };
  if (first !== undefined) return first;
  const contract = existsSync(join(folder, AGENT_FILE))
    ? '; for agent.md say "execution_mode: agent"'
    : '';
  return {
    fault: `there is no ${Object.values(USUAL_FILES).join(' and no ')}: write one, or name the file by "script"${contract}`,
    pointer: '',
  };
}
