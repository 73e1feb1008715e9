import { Injectable } from '@nestjs/common';
import { isoTimeOrNull } from '../../base/kernel/clock.js';
import { invalidField, unknownId } from '../../base/kernel/errors.js';
import { NAME_PATTERN } from '../../base/kernel/hidden-characters.js';
import type { Json } from '../../base/kernel/json.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { ApprovalLinks } from './approval-links.service.js';
import { Approvals } from './approvals.service.js';
import { LinkAddress } from './link-address.js';

const METHOD = 'approval.link';
/** Longest name of a link, in characters; the API has the same limit. */
const MAX_NAME = 100;
/** Placeholder for the page of a link in a run without a server. */
const NO_PAGE = 'about:blank';

/** The capability `approval.link`: a script makes links to its own approvals and sends them to people. */
@Injectable()
export class ApprovalLinkCapability {
  constructor(
    private readonly links: ApprovalLinks,
    private readonly approvals: Approvals,
    private readonly address: LinkAddress,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register(METHOD, (context, json) =>
      this.make(context, new CapabilityArgs(METHOD, json, ['id', 'name'])),
    );
  }

  /** Creates a link for the person `name` and returns `{url, expires_at}`. */
  private async make(
    { projectId, taskId }: CapabilityContext,
    args: CapabilityArgs,
  ): Promise<Json> {
    const name = args.text('name').trim();
    if (name.length > MAX_NAME || !NAME_PATTERN.test(name))
      throw invalidField(
        METHOD,
        `a name has 1 to ${MAX_NAME} characters on one line, none of them hidden`,
      );
    const id = args.text('id');
    const asked = await this.approvals.get(projectId, id);
    if (asked.taskId !== taskId) throw unknownId('approval', id, 'approvals');
    const by = `task ${asked.taskName}`;
    // The approval may have been decided already. That is no reason for the script to fail.
    const { token } = await this.links.createFor(asked, name, by);
    const url = this.address.buildPageUrl(token) ?? NO_PAGE;
    return { url, expires_at: isoTimeOrNull(asked.expiresAt) };
  }
}
