import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';

/**
 * Returns a notice that no sandbox is available: the first time, and again when the reason has changed or a sandbox was
 * available in between. Returns null otherwise.
 */
export async function sandboxNotice({
  level,
  advice,
}: Pick<SandboxReport, 'level' | 'advice'>): Promise<string | null> {
  const file = join(readClientEnvironment().cacheDir, 'no-sandbox.txt');
  if (level !== 1) {
    await rm(file, { force: true }).catch(() => undefined);
    return null;
  }
  const notice = `Scripts run without a sandbox (level 1). ${advice ?? 'METARUN_SANDBOX asks for it.'}`;
  if ((await readFile(file, 'utf8').catch(() => '')) === notice) return null;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, notice);
  } catch {
    // If the notice cannot be recorded, it is shown every time.
  }
  return notice;
}
