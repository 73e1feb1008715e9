import { isAbsolute, normalize } from 'node:path';
import type { FieldError } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { type HostPattern, parseHostPattern } from '../../../sandbox/egress/host-pattern.js';
import {
  DEFAULT_TIMEOUT_SECONDS,
  Fields,
  MAX_TIMEOUT_SECONDS,
  NAME_RULE,
  patternProblem,
} from '../registry/server-reader.js';
import { MCP_SERVER_NAME } from '../registry/mcp-server.js';
import type { StdioDefinition } from './stdio-definition.js';

const FIELDS = [
  'name',
  'command',
  'args',
  'environment',
  'network',
  'readable',
  'writable',
  'quota_mb',
  'projects',
  'tools',
  'timeout_seconds',
  'max_concurrency',
  'memory_mb',
  'without_sandbox',
];
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const MAX_LIST = 100;

/**
 * Returns an entry of the operator's file with defaults applied, and adds all problems to `errors`. `at`: its pointer.
 */
export function readStdio(given: Json, at: string, errors: FieldError[]): StdioDefinition {
  const read = new Fields(isJsonObject(given) ? given : {}, at, errors);
  if (!isJsonObject(given)) read.wrong('', 'must be an object with name, command, projects, tools');
  read.onlyKnown(FIELDS);
  const network = read.list('network', MAX_LIST, (text) => {
    const pattern = parseHostPattern(text);
    return typeof pattern === 'string' ? pattern : null;
  });
  return {
    name: read.text('name', MCP_SERVER_NAME, NAME_RULE),
    command: read.text('command', /^\/[^\0]*$/, 'must be the absolute path of a program'),
    args: read.list('args', MAX_LIST, (text) => (text.includes('\0') ? 'has a zero byte' : null)),
    environment: readEnvironment(read, isJsonObject(given) ? (given['environment'] ?? {}) : {}),
    network: network
      .map(parseHostPattern)
      .filter((one): one is HostPattern => typeof one !== 'string'),
    readable: read.list('readable', MAX_LIST, pathProblem),
    writable: readWritableFolder(read, isJsonObject(given) ? (given['writable'] ?? null) : null),
    quota_mb: read.whole('quota_mb', 1, 1_048_576, 256),
    projects: readProjects(read),
    tools: read.list('tools', MAX_LIST, patternProblem),
    timeout_seconds: read.whole('timeout_seconds', 1, MAX_TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS),
    max_concurrency: read.whole('max_concurrency', 1, 64, 1),
    memory_mb: read.whole('memory_mb', 16, 65_536, 512),
    without_sandbox: readFlag(
      read,
      isJsonObject(given) ? (given['without_sandbox'] ?? false) : false,
    ),
  };
}

function readProjects(read: Fields): string[] {
  const projects = read.list('projects', MAX_LIST, (slug) =>
    /^[a-z0-9*][a-z0-9-]*$/.test(slug) ? null : 'is the slug of a project, or "*" for all',
  );
  if (projects.length === 0)
    read.wrong(
      'projects',
      'is needed: the slugs of the projects that may use it, or ["*"] for all',
    );
  return projects;
}

function readWritableFolder(read: Fields, given: Json): string | null {
  if (given === null) return null;
  const path = typeof given === 'string' ? given : '';
  const problem = pathProblem(path);
  if (problem !== null) read.wrong('writable', problem);
  return path;
}

function readEnvironment(read: Fields, given: Json): StdioDefinition['environment'] {
  if (!isJsonObject(given)) {
    read.wrong(
      'environment',
      'must be an object: names of variables, each with the name of one of this server or with {value: text}',
    );
    return {};
  }
  const found: StdioDefinition['environment'] = {};
  for (const [name, from] of Object.entries(given)) {
    const value = isJsonObject(from) && Object.keys(from).length === 1 ? from['value'] : undefined;
    if (VARIABLE.test(name) && typeof value === 'string' && !value.includes('\0'))
      found[name] = { value };
    else if (!VARIABLE.test(name) || typeof from !== 'string' || !VARIABLE.test(from))
      read.wrong(
        `environment/${name.slice(0, 100)}`,
        'must be a name of a variable with the name of one of this server, whose value it gets, or with {value: text}',
      );
    else if (from.startsWith('METARUN_'))
      read.wrong(
        `environment/${name}`,
        'cannot be a setting of this server: set a variable of its own',
      );
    else found[name] = from;
  }
  return found;
}

function readFlag(read: Fields, given: Json): boolean {
  if (typeof given === 'boolean') return given;
  read.wrong('without_sandbox', 'must be true or false');
  return false;
}

function pathProblem(path: string): string | null {
  if (!isAbsolute(path) || path.includes('\0')) return 'must be an absolute path';
  return normalize(path) === '/' ? 'is the whole machine: name what it needs' : null;
}
