import type { Seeded } from './seeded-project.js';

/** A screen, or part of one, that is tested. */
export interface Screen {
  name: string;
  path: string;
  /** Selector of an element that exists once everything is loaded. */
  shows: string;
  /** API requests whose answers the screen shows. */
  asks?: RegExp;
}

const P = '/ui/p/default';

/**
 * Lists all screens with all their tabs, one per line, on a project of {@link Seeded}. Every test of all screens uses
 * this list.
 */
export function listScreens(of: Seeded): Screen[] {
  const rows: [name: string, path: string, shows: string, asks?: RegExp][] = [
    ['now', P, '.now-cards', /\/now$/],
    ['runs', `${P}/runs`, 'tbody tr[data-index]', /\/tasks\?/],
    ['bulk operations', `${P}/bulk`, 'main td', /\/bulk$|\/bulk\?/],
    ['a bulk operation', `${P}/bulk/${of.bulk}`, 'main td', /\/bulk\/[^/]+$/],
    ['a run that failed', `${P}/runs/${of.failed}`, '.stack', /\/tasks\/[^/]+$/],
    ['a run that waits', `${P}/runs/${of.waits}`, '.waits', /\/tasks\/[^/]+$/],
    ['a run that is fine', `${P}/runs/${of.fine}`, '.overview', /\/tasks\/[^/]+$/],
    ['its last lines', `${P}/runs/${of.fine}?`, '.last-lines .log-line', /\/logs\?/],
    ['its log', `${P}/runs/${of.fine}?tab=logs`, '.log .log-line', /\/logs\?/],
    ['its timeline', `${P}/runs/${of.parent}?tab=timeline`, '.timeline canvas', /\/steps\?/],
    ['its data', `${P}/runs/${of.fine}?tab=data`, '[role=tabpanel] section'],
    ['its files', `${P}/runs/${of.fine}?tab=files`, '[role=tabpanel] td', /\/files\?/],
    ['its attempts', `${P}/runs/${of.failed}?tab=attempts`, '[role=tabpanel] td', /\/attempts\?/],
    ['its relatives', `${P}/runs/${of.parent}?tab=related`, '.task-list', /\?parent_id=/],
    ['a run again', `${P}/runs/${of.failed}/again`, 'main form', /\/tasks\/[^/]+$/],
    ['approvals', `${P}/approvals`, '.cards li', /\/approvals\?/],
    ['an approval', `${P}/approvals/${of.approval}`, 'main form', /\/approvals\/[^/]+$/],
    ['meta-tasks', `${P}/meta-tasks`, 'main td', /\/task-types\/\?/],
    ['a meta-task', `${P}/meta-tasks/seeded`, 'main form', /\/task-types\/seeded(\?|$)/],
    ['its runs', `${P}/meta-tasks/seeded?tab=runs`, '[role=tabpanel] a', /\/tasks\?/],
    ['its code', `${P}/meta-tasks/seeded?tab=code`, '[role=tabpanel] pre'],
    [
      'its versions',
      `${P}/meta-tasks/seeded?tab=versions`,
      '[role=tabpanel] .cards li',
      /\/versions\?/,
    ],
    ['its limits', `${P}/meta-tasks/seeded?tab=limits`, '[role=tabpanel] td', /\/run-limits/],
    ['its calls', `${P}/meta-tasks/seeded?tab=call`, '[role=tabpanel] pre'],
    ['its editor', `${P}/meta-tasks/seeded/edit`, '.cm-content', /\/sources/],
    ['a new meta-task', `${P}/meta-tasks/new`, '.cm-content'],
    ['schedules', `${P}/schedules`, 'main td', /\/schedules\?/],
    ['a schedule', `${P}/schedules/${of.schedule}`, 'main form', /\/schedules\/[^/]+$/],
    ['a new schedule', `${P}/schedules/new`, 'main form'],
    ['a day of schedules', `${P}/schedules?view=day`, '.calendar svg', /\/upcoming\?/],
    ['a week of schedules', `${P}/schedules?view=week`, '.calendar svg'],
    ['workspaces', `${P}/files`, 'main td', /\/workspaces$/],
    ['a folder', `${P}/files/${of.workspace}/seeded`, '.files-main td', /\/files\?/],
    ['a file', `${P}/files/${of.workspace}/seeded/notes.md`, '.markdown'],
    ['what is found', `${P}/search?q=seeded`, 'mark', /\/files\/search\?/],
    ['webhooks', `${P}/webhooks`, 'main td', /\/webhooks$/],
    ['a webhook', `${P}/webhooks/${of.webhook}`, 'main form', /\/webhooks\/[^/]+$/],
    ['its deliveries', `${P}/webhooks/${of.webhook}?`, 'main td', /\/deliveries\?/],
    ['a delivery', delivery(of), 'dialog pre', /\/deliveries\/[^/]+$/],
    ['a new webhook', `${P}/webhooks/new`, 'main form'],
    ['memories', `${P}/memories`, 'main td', /\/memories\?/],
    ['a memory', `${P}/memories?memory=${of.memory}`, 'dialog .memory-sources'],
    ['jobs of memories', `${P}/memories?tab=jobs`, '[role=tabpanel] *', /\/memories\/jobs/],
    ['usage', `${P}/usage`, '.usage-chart', /\/model-usage\?/],
    ['usage by model', `${P}/usage?by=model`, 'main td'],
    ['settings', `${P}/settings/general`, 'main form', /\/memory-settings$/],
    ['retention', `${P}/settings/retention`, 'main form', /\/retention$/],
    ['settings of workspaces', `${P}/settings/workspaces`, 'main td', /\/workspaces$/],
    ['models', `${P}/settings/models`, 'main td', /\/model-providers$/],
    ['a new provider', `${P}/settings/models/new`, 'main form'],
    ['a provider', `${P}/settings/models/${of.provider}`, 'main form', /\/model-providers\/[^/]+$/],
    ['agents', `${P}/settings/agents`, 'main td', /\/agents(\?|$)/],
    ['a new agent', `${P}/settings/agents/new`, 'main form'],
    ['an agent', `${P}/settings/agents/${of.agent}`, 'main form', /\/agents\/[^/]+$/],
    ['MCP servers', `${P}/settings/mcp-servers`, 'main td', /\/mcp-servers$/],
    ['a new MCP server', `${P}/settings/mcp-servers/new`, 'main form'],
    [
      'an MCP server',
      `${P}/settings/mcp-servers/${of.mcpServer}`,
      '.cards .difference',
      /\/mcp-servers\/[^/]+$/,
    ],
    ['images', `${P}/settings/images`, 'main td', /\/images$/],
    ['a new image', `${P}/settings/images/new`, 'main form'],
    ['an image', `${P}/settings/images/${of.image}`, 'main td', /\/images\/[^/]+$/],
    ['members', `${P}/settings/members`, 'main td', /\/members(\?|$)/],
    ['keys', `${P}/settings/keys`, 'main td', /\/api-keys/],
    ['secrets', `${P}/settings/secrets`, 'main td', /\/secrets$/],
    ['audit', `${P}/settings/audit`, 'main td', /\/audit\?/],
    ['projects', '/ui/projects', 'main td', /\/projects\?/],
    ['users', '/ui/users', 'main td', /\/users\?/],
    ['drafts', `${P}/runs?drafts=true`, '.drafts-note', /\/tasks\?/],
    ['tokens', '/ui/account/tokens', 'main td', /\/auth\/tokens\?/],
    ['sessions', '/ui/account/sessions', 'main td', /\/auth\/sessions\?/],
    ['preferences', '/ui/account/preferences', 'main .form'],
    ['health', '/ui/health', '.health', /\/installation$/],
    ['an address of nothing', '/ui/nothing/here', 'main h1'],
  ];
  return rows.map(([name, path, shows, asks]) => ({ name, path, shows, ...(asks && { asks }) }));
}

function delivery({ webhook, delivery: id }: Seeded): string {
  return `${P}/webhooks/${webhook}?delivery=${id}`;
}
