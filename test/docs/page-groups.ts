import { globSync } from 'node:fs';
import { type Block, parseBlocks, readPage, ROOT } from '../support/markdown.js';
import { WHOLE_SIZE } from '../support/size.js';

/**
 * Pages that each file `test/docs/pages-<group>.test.ts` executes. Groups need about the same time, so that Jest's
 * workers share the load. `*` matches any name.
 */
export const PAGE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'first-steps': [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/tour.md',
    'docs/cli-tasks.md',
    'docs/cli-admin.md',
  ],
  authoring: [
    'docs/bundling.md',
    'docs/check.md',
    'docs/cli.md',
    'docs/deploy.md',
    'docs/dev.md',
    'docs/meta-task-folder.md',
    'docs/pull.md',
    'docs/run.md',
    'docs/templates.md',
    'docs/testing.md',
  ],
  scripts: [
    'docs/approvals.md',
    'docs/child-tasks.md',
    'docs/retries-and-limits.md',
    'docs/scripts.md',
    'docs/workflows.md',
    'templates/project/AGENTS.md',
  ],
  api: [
    'docs/agents.md',
    'docs/api.md',
    'docs/audit.md',
    'docs/bulk.md',
    'docs/client.md',
    'docs/errors.md',
    'docs/events.md',
    'docs/files.md',
    'docs/images.md',
    'docs/json-schema.md',
    'docs/knowledge-base.md',
    'docs/mcp-client.md',
    'docs/mcp-server.md',
    'docs/memory.md',
    'docs/overview.md',
    'docs/retention.md',
    'docs/schedules.md',
    'docs/search.md',
    'packages/*/README.md',
  ],
  operation: [
    'docs/ask.md',
    'docs/configuration.md',
    'docs/dashboard.md',
    'docs/conformance.md',
    'docs/dependencies.md',
    'docs/models.md',
    'docs/operations.md',
    'docs/reliability.md',
    'docs/security.md',
    'docs/storage.md',
    'docs/webhooks.md',
  ],
  'templates-python': ['templates/*-python/README.md', 'templates/agent-contract/README.md'],
  'templates-typescript': ['templates/*-typescript/README.md'],
};

/**
 * Blocks that are alike on the pages of most templates. As test/cli/templates.test.ts tests the results of all of them,
 * `npm test` executes only the pages of one such template.
 */
const ALIKE = [
  /^metarun (run \. --params params\.example\.json|test \.)$/,
  /^templates\/(?!hello-).*\/README\.md$/,
] as const;

/** Returns the blocks of each page of a group. */
export function listPages(group: string): [page: string, blocks: readonly Block[]][] {
  return withBlocks(globSync(PAGE_GROUPS[group] ?? [], { cwd: ROOT }).sort());
}

/** Returns the pages of a group that are executed at the current size. */
export function listExecutedPages(group: string): [page: string, blocks: readonly Block[]][] {
  const pages = listPages(group);
  return WHOLE_SIZE ? pages : pages.filter(([page, blocks]) => !isAlike(page, blocks));
}

function isAlike(page: string, blocks: readonly Block[]): boolean {
  const [command, path] = ALIKE;
  const commands = blocks.filter(({ language }) => language === 'sh');
  return path.test(page) && commands.every(({ text }) => command.test(text.trim()));
}

/** Page of which `npm run test:all -- hosting` executes the blocks with these info strings. */
const HOSTING = 'docs/hosting.md';
const IN_HOSTING = ['package', 'systemd', 'container', 'compose', 'roles', 'valkey', 'chart'];

/** Returns the pages that have blocks to execute, with these blocks. Pictures are not executed. */
export function withBlocks(pages: readonly string[]): [page: string, blocks: readonly Block[]][] {
  return pages
    .map((page): [string, readonly Block[]] => [
      page,
      parseBlocks(readPage(page)).filter(
        ({ info }) => info !== 'picture' && !(page === HOSTING && IN_HOSTING.includes(info)),
      ),
    ])
    .filter(([, blocks]) => blocks.length > 0);
}
