// What `npm test` runs, and which parts of all tests CI adds to it for a change.

/**
 * The gate: the files of `npm test`, by their Jest projects. Of each feature it has the main path, on servers that the files of a
 * worker share; of each kind of hostile script it tries one.
 */
export const GATE = {
  unit: ['{src,packages,web}/**/*.spec.{ts,tsx}', 'test/unit/**/*.test.ts'],
  sqlite: ['test/e2e/**/*.test.ts', 'test/faults/slow-host.test.ts'],
  cli: [
    'test/cli/{admin,agents,approvals,check,completion,deploy,files,hostile-server,login,new,open,prints,python-files,requests,run-approvals,run-view,tasks,test,toolkit}.test.ts',
  ],
  conformance: ['test/conformance/*.test.ts'],
  // What a script has of the web, and how its imports become a bundle: many tests in isolates of one process.
  runtime: ['test/runtime/{bundling,bundling-diagnostics,web-fetch,web-globals}.test.ts'],
  adversarial: ['test/adversarial/{language,sandbox}.test.ts'],
  browser: ['test/browser/{flows,changes}.test.ts'],
  docs: [
    'test/docs/{architecture,decisions,facts,matching,page-groups,security,time-limits}.test.ts',
  ],
} satisfies Record<string, readonly string[]>;

/**
 * Which tests a changed file touches: a pattern of its path, the part of all tests, and a pattern of the paths of its tests, without
 * which it is the whole part. `$1` stands for what the first pattern has matched. In this order CI runs the parts: the quick ones first.
 */
const TOUCHED: readonly [path: RegExp, part: string, tests?: string][] = [
  [
    /^src\/platform\/database\/|^src\/workflow\/engine\/|\/migrations?\/|\.entity\.ts$/,
    'contracts',
  ],
  [/^(?:runtimes|src\/sandbox)\//, 'conformance'],
  [/^test\/(runtime|browser|cli|conformance|adversarial|bench)\/.*\.test\.ts$/, '$1', '$&'],
  [/^test\/(?:e2e|servers|faults)\/.*\.test\.ts$/, 'sqlite', '$&'],
  [/^test\/faults\/.*\.test\.ts$/, 'postgres', '$&'],
  [/^(?:runtimes|src\/sandbox)\//, 'adversarial'],
  [/^(?:runtimes|src\/sandbox)\//, 'adversarial-namespaces'],
  [/^(?:runtimes|src\/sandbox|scripts)\//, 'runtime'],
  [/^packages\/document-converter\//, 'runtime', 'convert|document'],
  [
    /^packages\/document-converter\//,
    'sqlite',
    'servers/late-documents|faults/(documents|knowledge-base)',
  ],
  [
    /^src\/(?:access|files|tasks|agents|server)\/([a-z-]+?)s?\//,
    'sqlite',
    'test/(servers|faults)/.*$1',
  ],
  [
    /^src\/(?:platform\/(?:redis|events)|workflow)\//,
    'postgres',
    'faults/(bus|server-limits|server-messages|two-servers)\\.',
  ],
  [/^src\/(?:base|platform|server|workflow)\//, 'sqlite', 'test/servers/'],
  [/^(?:src\/(?:cli|tooling)|templates)\//, 'cli'],
  [/^web\//, 'browser'],
  [/^bench\/([a-z]+)\.mjs$/, 'bench', 'bench/$1'],
  [/^(?:docs|templates|packages)\/.*\.md$|^[A-Z]+\.md$/, 'docs', '$&'],
];

/**
 * Returns which tests the changed files touch, in the order in which they are to run: part -> patterns of the paths of its tests,
 * null for the whole part. `changed`: paths of files.
 */
export function touchedTests(changed: readonly string[]): Map<string, string[] | null> {
  const touched = new Map<string, string[] | null>();
  for (const [path, part, tests] of TOUCHED)
    for (const file of changed) {
      const matched = path.exec(file)?.[0];
      if (matched === undefined) continue;
      const name = matched.replace(path, part);
      const patterns = touched.get(name);
      if (tests === undefined || patterns === null) touched.set(name, null);
      else touched.set(name, [...(patterns ?? []), matched.replace(path, tests)]);
    }
  return touched;
}
