import { answerOf, type MetarunClient } from '@metarun/client';
import { openLink } from '../../toolkit/browser/open-link.js';
import type { ProjectLine } from '../../toolkit/task-view/project-lines.js';
import type { DevOutput } from './dev-output.js';

/** The dashboard of a server of `metarun dev`: the link that signs in, and the pages that are opened by themselves. */
export class DevBrowser {
  /** Meta-tasks whose failed run was opened, until one succeeds: a loop of failures opens one page. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly client: MetarunClient,
    private readonly output: DevOutput,
    /** True if pages are opened. */
    private readonly opens: boolean,
  ) {}

  /** Returns a link that signs in, once; null without a dashboard. `to`: the page that it leads to. */
  async link(to?: string): Promise<string | null> {
    const { url } = answerOf(await this.client.api.POST('/auth/login-codes', {}));
    if (url === null || to === undefined) return url;
    const link = new URL(url);
    link.searchParams.set('to', new URL(to, link).pathname);
    return link.href;
  }

  /** Opens the dashboard, if that is wanted. */
  async open(link: string | null): Promise<void> {
    if (!this.opens || link === null) return;
    const opened = await openLink(link);
    if (opened !== true) this.output.note('no browser could be opened: open the link yourself');
  }

  /** Opens the run of a task that has failed, the first of its meta-task since one succeeded. */
  async ended({ taskId, name, status }: ProjectLine): Promise<void> {
    if (status === 'success') this.failing.delete(name);
    if (!this.opens || status !== 'failed' || this.failing.has(name)) return;
    this.failing.add(name);
    const link = await this.link(`/ui/r/${taskId}`);
    if (link !== null) await openLink(link);
  }
}
