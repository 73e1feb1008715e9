import prettyMs from 'pretty-ms';
import { ownCommand } from '../../base/config/own-command.js';
import { ownUrl } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { VERSION } from '../../base/kernel/version.js';
import type { PauseState } from '../installation/pause.js';
import type { LoginLinks } from '../../access/auth/sessions/login-links.js';
import type { FirstCredentials } from '../../access/projects/first-start.service.js';
import type { SandboxReport } from '../../sandbox/runtime/sandbox/sandbox.js';

interface Welcome {
  config: Config;
  port: number;
  /** Credentials of the first start, which are never shown again; null at later starts. */
  first: FirstCredentials | null;
  startMs: number;
  sandbox: SandboxReport;
  links: LoginLinks;
  /** Null if the installation is not paused. */
  paused: PauseState | null;
}

/** Returns the text that the server prints after its start. */
export function welcome({ config, port, first, startMs, sandbox, links, paused }: Welcome): string {
  const url = ownUrl(config, port);
  const dashboard = links.to(first?.loginCode ?? null, url);
  const database = config.databaseUrl === '' ? `SQLite in ${config.dataDir}` : 'PostgreSQL';
  if (!config.roles.includes('api')) return roleLines(config, url, startMs);
  const lines = [
    '',
    `  metarun ${VERSION} serves ${url} after ${prettyMs(startMs)}`,
    `  API docs  ${url}/docs`,
    ...(dashboard === null ? [] : [`  dashboard ${dashboard}`]),
    `  database  ${database}`,
    `  sandbox   level ${sandbox.level} of 3 (${sandbox.kind})`,
    `            contains ${sandbox.contains}`,
    `            does not contain ${sandbox.does_not_contain}`,
    ...(sandbox.advice === null ? [] : [`            ${sandbox.advice}`]),
    ...(paused === null ? [] : pauseLines(paused)),
    '',
  ];
  if (first) lines.push(...credentials(url, first, config));
  else lines.push('  Lost a token? `metarun token` and `metarun key` make new ones.', '');
  return `${lines.join('\n')}\n`;
}

function roleLines(config: Config, url: string, startMs: number): string {
  const does = config.roles.join(' and ');
  return `\n  metarun ${VERSION} serves ${url} after ${prettyMs(startMs)}, as ${does}: /health/ready and /metrics alone\n\n`;
}

/** Returns the same data for programs. Preset credentials are not repeated. */
export function welcomeObject({
  config,
  port,
  first,
  startMs,
  sandbox,
  links,
  paused,
}: Welcome): JsonObject {
  const url = ownUrl(config, port);
  return {
    version: VERSION,
    url,
    dashboard: links.to(first?.loginCode ?? null, url),
    database: config.databaseUrl === '' ? 'sqlite' : 'postgres',
    start_ms: Math.round(startMs),
    paused: paused !== null,
    sandbox: { level: sandbox.level, kind: sandbox.kind },
    admin_token: config.adminToken === '' ? (first?.adminToken ?? null) : null,
    api_key: config.apiKey === '' ? (first?.apiKey ?? null) : null,
  };
}

function pauseLines({ since, reason }: PauseState): string[] {
  const why = reason === 'restored' ? 'it was restored from a backup' : 'it was paused';
  return [
    '',
    `  PAUSED since ${since}, when ${why}. The API serves, but no task runs,`,
    '  no schedule ticks and no webhook is sent. Look at everything, then:',
    '',
    '  metarun resume',
  ];
}

function credentials(url: string, first: FirstCredentials, config: Config): string[] {
  const token = config.adminToken === '' ? first.adminToken : '$METARUN_ADMIN_TOKEN';
  const key = config.apiKey === '' ? first.apiKey : '$METARUN_API_KEY';
  const made = config.adminToken === '' || config.apiKey === '';
  return [
    ...(made
      ? ['  Made on this first start and not shown again:', '']
      : ['  In a shell that has the preset credentials:', '']),
    `  export TOKEN=${token}   # to manage meta-tasks`,
    `  export KEY=${key}   # to run tasks, project "default"`,
    '',
    '  Try:',
    '',
    `  curl -sX POST ${url}/projects/default/task-types/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `    -d '{"name":"Hello","script":"def run(params, reporter):\\n    reporter.set_phase(\\"Greeting\\")\\n    return {\\"hello\\": params[\\"name\\"]}\\n"}'`,
    `  curl -sX POST ${url}/external/v1/projects/default/tasks -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `    -d '{"task_type_identifier":"hello","params":{"name":"world"}}'`,
    `  curl -s ${url}/external/v1/projects/default/tasks -H "Authorization: Bearer $KEY"`,
    '',
    '  Or with the command line, in a folder of yours:',
    '',
    `  echo $TOKEN | ${ownCommand(`login --url ${url} --token -`)}`,
    `  ${ownCommand('new greeter --template hello --language python')}`,
    `  ${ownCommand('deploy greeter')}`,
    '',
  ];
}
