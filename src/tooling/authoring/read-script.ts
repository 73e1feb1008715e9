import { LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { MAX_BUNDLE_BYTES, MAX_WRITTEN_BYTES } from '../../base/languages/script-size.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { shownPath } from './author-path.js';
import { readText } from './text-file.js';

/** Returns the text of a script, or of a contract if `language` is null. Throws GuidedError if no server takes it. */
export async function readScript(path: string, language: ScriptLanguage | null): Promise<string> {
  if (language === null) return readText(path, MAX_WRITTEN_BYTES);
  const source = await readText(path, MAX_BUNDLE_BYTES);
  const refused = LANGUAGES[language].tooLarge(source);
  if (refused === null) return source;
  throw new GuidedError(`${shownPath(path)}: ${refused.replace(/\.$/, '')}.`, {
    code: 'too_large',
    docs: 'meta-task-folder.md#limits',
  });
}
