import { answerOf, type MetarunClient } from '@metarun/client';
import { openLink } from '../../toolkit/browser/open-link.js';
import type { ProjectLine } from '../../toolkit/task-view/project-lines.js';
import type { DevOutput } from './dev-output.js';

/** The dashboard of a `metarun dev` server: sign-in links, and pages that open automatically. */
export class DevBrowser {
  /** Meta-tasks whose failed run was opened and that have not succeeded since. Repeated failures open only one page. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly client: MetarunClient,
    private readonly output: DevOutput,
    /** True if pages open automatically. */
    private readonly opens: boolean,
  ) {}

  /** Returns a sign-in link that works once, or null without a dashboard. `to` is the page that it opens. */
  async link(to?: string): Promise<string | null> {
    const { url } = answerOf(await this.client.api.POST('/auth/login-codes', {}));
    if (url === null || to === undefined) return url;
    const link = new URL(url);
    link.searchParams.set('to', new URL(to, link).pathname);
    return link.href;
  }

  /** Opens the dashboard if automatic opening is enabled. */
  async open(link: string | null): Promise<void> {
    if (!this.opens || link === null) return;
    const opened = await openLink(link);
    if (opened !== true) this.output.note('no browser could be opened: open the link yourself');
  }

  /** Opens the run of a failed task if it is the first failure of its meta-task since the last success. */
  async ended({ taskId, name, status }: ProjectLine): Promise<void> {
    if (status === 'success') this.failing.delete(name);
    if (!this.opens || status !== 'failed' || this.failing.has(name)) return;
    this.failing.add(name);
    const link = await this.link(`/ui/r/${taskId}`);
    if (link !== null) await openLink(link);
  }
}
