import type { MetarunError, Reporter } from 'metarun/workflow';

const MAX_WAITS = 5;
const KEPT = [
  'number',
  'title',
  'state',
  'body',
  'html_url',
  'created_at',
  'updated_at',
  'closed_at',
] as const;

/** Which issues to keep a copy of. */
interface Params {
  /**
   * `owner/name`.
   * @pattern ^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$
   */
  repository: string;
  /**
   * Pages of 100 issues that one run fetches at most; the next run goes on from there.
   * @integer
   * @minimum 1
   * @default 50
   */
  max_pages?: number;
  /** Name of a secret of the project that holds a token; without one GitHub answers 60 requests an hour. */
  secret?: string;
  /**
   * Another host must be one of `allowed_hosts` in metatask.yaml, too.
   * @default "https://api.github.com"
   */
  base_url?: string;
}

/** The used fields of an issue, as the API has them. */
interface Issue {
  number: number;
  updated_at: string;
  pull_request?: object;
  user?: { login: string } | null;
  labels?: { name: string }[];
  [name: string]: unknown;
}

interface Page {
  saved: number;
  /** When the last of its issues was changed. */
  newest: string | null;
  /** URL of the page behind it. */
  next: string | null;
}

export default async function run(params: Params, reporter: Reporter) {
  const { repository, max_pages: maxPages = 50, secret } = params;
  const folder = `/issues/${repository}`;
  const cursorFile = `${folder}/cursor.json`;

  // A step, since the file is another one when the script is run again after a wait.
  const since = await reporter.step('read the cursor', () => readCursor(reporter, cursorFile));

  reporter.setPhase('Fetching');
  let url: string | null = firstPage(params, since);
  let [newest, saved, pages] = [since, 0, 0];
  while (url !== null && pages < maxPages) {
    const page = await fetchPage(reporter, pages + 1, url, folder, secret);
    pages += 1;
    saved += page.saved;
    newest = page.newest ?? newest;
    url = page.next;
    reporter.setProgress((100 * pages) / (url === null ? pages : maxPages));
    console.log(`page ${pages}: ${page.saved} issues`);
  }

  reporter.setPhase('Saving the cursor');
  // Last, so that a run which fails on its way fetches again what it has not seen.
  await reporter.files.write(cursorFile, `${JSON.stringify({ since: newest })}\n`);
  return { saved, pages, since, next_since: newest, complete: url === null };
}

function firstPage(
  { repository, base_url = 'https://api.github.com' }: Params,
  since: string | null,
) {
  const url = new URL(`${base_url}/repos/${repository}/issues`);
  const query = { state: 'all', sort: 'updated', direction: 'asc', per_page: '100' };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (since !== null) url.searchParams.set('since', since);
  return url.href;
}

async function readCursor(reporter: Reporter, path: string): Promise<string | null> {
  try {
    const { since } = JSON.parse(String(await reporter.files.read(path))) as {
      since: string | null;
    };
    return since;
  } catch (error) {
    if ((error as MetarunError).code !== 'not_found') throw error;
    return null;
  }
}

/** Fetches and stores one page: a step, done once. Where the API wants us to wait, waits without a process. */
async function fetchPage(
  reporter: Reporter,
  number: number,
  url: string,
  folder: string,
  secret: string | undefined,
): Promise<Page> {
  for (let turn = 1; turn <= MAX_WAITS; turn += 1) {
    const page = await reporter.step(
      `page ${number}, turn ${turn}`,
      () => fetchOnce(reporter, url, folder, secret),
      { attempts: 4, delay: 2 },
    );
    if ('refused' in page) throw new Error(page.refused);
    if (!('wait_seconds' in page)) return page;
    reporter.log(`the API asks for ${page.wait_seconds} s of patience`, 'warning');
    await reporter.sleep(page.wait_seconds);
  }
  throw new Error(`page ${number} was put off ${MAX_WAITS} times`);
}

async function fetchOnce(
  reporter: Reporter,
  url: string,
  folder: string,
  secret: string | undefined,
): Promise<Page | { wait_seconds: number } | { refused: string }> {
  const headers = new Headers({ Accept: 'application/vnd.github+json', 'User-Agent': 'metarun' });
  if (secret !== undefined)
    headers.set('Authorization', `Bearer ${await reporter.secrets.get(secret)}`);
  const answer = await reporter.http.request('GET', url, { headers, timeoutMs: 30_000 });
  const wait = secondsToWait(answer);
  if (wait !== null) return { wait_seconds: wait };
  if (answer.status >= 500) throw new Error(`${answer.status} ${answer.statusText}`);
  // Not thrown here: another try would get the same.
  if (!answer.ok)
    return { refused: `${url} answered ${answer.status}: ${await readStart(answer)}` };
  const listed = (await answer.json()) as Issue[];
  // GitHub lists pull requests among the issues.
  const issues = listed.filter(({ pull_request }) => pull_request === undefined);
  for (const issue of issues)
    await reporter.files.write(
      `${folder}/${issue.number}.json`,
      `${JSON.stringify(kept(issue), null, 2)}\n`,
    );
  return {
    saved: issues.length,
    newest: listed.at(-1)?.updated_at ?? null,
    next: nextLink(answer),
  };
}

/** Returns how long a rate limit asks to wait; null if the answer does not come of one. */
function secondsToWait({ status, headers }: Response): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(after)) return Math.min(Number(after), 3600);
  return headers.get('X-RateLimit-Remaining') === '0' ? 60 : null;
}

function nextLink({ headers }: Response): string | null {
  return /<([^>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
}

function kept(issue: Issue): Record<string, unknown> {
  return {
    ...Object.fromEntries(KEPT.map((name) => [name, issue[name] ?? null])),
    author: issue.user?.login ?? null,
    labels: (issue.labels ?? []).map(({ name }) => name),
  };
}

async function readStart(answer: Response): Promise<string> {
  return (await answer.text()).slice(0, 200);
}
