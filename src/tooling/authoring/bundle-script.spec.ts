import { describe, expect, it } from '@jest/globals';
import { bundleScript } from './bundle-script.js';

const RUN = 'export default async function run() {}\n';

describe('the look at a script for what it imports', () => {
  it.each([
    ['nothing', RUN],
    ['types', `import type { Reporter } from 'metarun/workflow';\n${RUN}`],
    ['types in several lines', `import {\n  type Reporter,\n} from "metarun/workflow";\n${RUN}`],
  ])('a script that imports %s is the script as it is', async (_what, source) => {
    expect(await bundleScript(source, 'workflow.ts', 'isolate')).toMatchObject({ script: source });
  });

  it.each([
    ['empty lines', '\n'],
    ['lines of blanks', '    \n'],
    ['lines that begin an import', 'import type\n'],
    ['lines that begin an export', 'export\n'],
  ])('a script of very many %s takes no longer for their number', async (_what, line) => {
    const source = RUN + line.repeat(200_000);
    const before = process.cpuUsage();
    expect(await bundleScript(source, 'workflow.ts', 'isolate')).toMatchObject({ script: source });
    const { user, system } = process.cpuUsage(before);
    // This takes 0.1 s at most; it took a minute or more when each line was scanned to the end.
    expect((user + system) / 1000).toBeLessThan(1_500);
  });
});
