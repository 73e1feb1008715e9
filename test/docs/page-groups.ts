import { globSync } from 'node:fs';
import { type Block, parseBlocks, readPage, ROOT } from '../support/markdown.js';
import { WHOLE_SIZE } from '../support/size.js';

/**
 * The pages that each file `test/docs/pages-<group>.test.ts` executes: about as much work in each, so that Jest's workers
 * share it. `*` stands for any name.
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
 * What the pages of most templates say alike. test/cli/templates.test.ts tests all templates with one command, and has the results
 * of the pages from tasks: `npm test` executes the pages of one such template.
 */
const ALIKE = [
  /^metarun (run \. --params params\.example\.json|test \.)$/,
  /^templates\/(?!hello-).*\/README\.md$/,
] as const;

/** Returns the blocks of each page of a group. */
export function listPages(group: string): [page: string, blocks: readonly Block[]][] {
  return withBlocks(globSync(PAGE_GROUPS[group] ?? [], { cwd: ROOT }).sort());
}

/** Returns those of the pages of a group that are executed at this size. */
export function listExecutedPages(group: string): [page: string, blocks: readonly Block[]][] {
  const pages = listPages(group);
  return WHOLE_SIZE ? pages : pages.filter(([page, blocks]) => !isAlike(page, blocks));
}

function isAlike(page: string, blocks: readonly Block[]): boolean {
  const [command, path] = ALIKE;
  const commands = blocks.filter(({ language }) => language === 'sh');
  return path.test(page) && commands.every(({ text }) => command.test(text.trim()));
}

/** The page whose blocks `npm run test:all -- hosting` executes, and their info strings. */
const HOSTING = 'docs/hosting.md';
const IN_HOSTING = ['package', 'systemd', 'container', 'compose', 'roles', 'valkey', 'chart'];

/** Returns those of the pages that have blocks to execute here, with them. A picture is none. */
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
