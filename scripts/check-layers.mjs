// Checks the imports of src/, runtimes/, packages/ and web/ against .dependency-cruiser.cjs. Usage:
// `check-layers.mjs [folder] [modules]`.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';

const [baseDir = '.', minModules = '60'] = process.argv.slice(2);
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

const { output } = await cruise(['src', 'runtimes', 'packages', 'web'], {
  ...options,
  baseDir: resolve(baseDir),
  validate: true,
  ruleSet: { forbidden },
});
for (const { rule, from, to, cycle } of output.summary.violations)
  console.log(
    `${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}`,
  );

// dependency-cruiser silently ignores a tree that it cannot parse: it finds no modules, or modules without imports.
const parsed = output.modules.filter(
  ({ source, dependencies }) =>
    /^(src|runtimes|packages|web)\/.*\.tsx?$/.test(source) && dependencies.length > 0,
);
if (parsed.length < Number(minModules))
  console.log(`parsed only ${parsed.length} modules with imports, expected ${minModules} or more`);
else console.log(`${parsed.length} modules with imports`);
process.exitCode =
  output.summary.violations.length > 0 || parsed.length < Number(minModules) ? 1 : 0;
