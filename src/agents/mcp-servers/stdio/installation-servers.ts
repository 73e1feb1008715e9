import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Config } from '../../../base/config/settings.js';
import { ConfigError } from '../../../base/config/config.js';
import { environmentVariable } from '../../../base/config/environment-variable.js';
import { type FieldError, getErrorMessage } from '../../../base/kernel/errors.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { McpSettings } from '../settings.js';
import type { StdioDefinition } from './stdio-definition.js';
import { readStdio } from './stdio-reader.js';

const SETTING = 'METARUN_MCP_SERVERS';

/** The stdio MCP servers that the operator has configured. */
@Injectable()
export class InstallationServers {
  private definitions: readonly StdioDefinition[] = [];

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'dataDir'> & McpSettings) {}

  /**
   * Returns the servers that a project may use, by name; empty before {@link load}. `slug` is only called if needed.
   */
  async of(slug: () => Promise<string | null>): Promise<readonly StdioDefinition[]> {
    if (this.definitions.every(({ projects }) => projects.includes('*'))) return this.definitions;
    const own = await slug();
    return this.definitions.filter(
      ({ projects }) => projects.includes('*') || (own !== null && projects.includes(own)),
    );
  }

  /** Reads the setting. Rejects with a ConfigError that lists all errors with their locations. */
  async load(sandboxLevel: number): Promise<void> {
    const { mcpServers: given } = this.config;
    if (given === '') return;
    const isText = given.includes('\n') || given.trimStart().startsWith('{');
    const what = isText
      ? 'the YAML of METARUN_MCP_SERVERS'
      : `${SETTING} is ${JSON.stringify(given)}`;
    const text = isText ? given : await fileText(given);
    // Loaded only if the setting exists.
    const { parseYaml } = await import('../../../base/yaml/yaml-text.js');
    const parsed = parseYaml(text);
    if ('diagnostics' in parsed)
      throw new ConfigError(
        parsed.diagnostics
          .map(({ line, column, message }) => `${what}: line ${line}, column ${column}: ${message}`)
          .join('\n'),
      );
    const { value, locatePointer } = parsed;
    const list = isJsonObject(value) ? value['servers'] : undefined;
    if (!isJsonObject(value) || !Array.isArray(list) || Object.keys(value).length > 1)
      throw new ConfigError(`${what}: it must have one member, "servers", with a list of servers`);
    const errors: FieldError[] = [];
    const names = new Set<string>();
    const definitions = list.map((one, index) => {
      const at = `/servers/${index}`;
      const before = errors.length;
      const read = readStdio(one, at, errors);
      if (errors.length === before) errors.push(...this.listProblems(read, at, sandboxLevel));
      if (names.has(read.name))
        errors.push({
          pointer: `${at}/name`,
          message: `${quoted(read.name)} is the name of another server`,
        });
      names.add(read.name);
      return read;
    });
    if (errors.length > 0)
      throw new ConfigError(
        errors
          .map(
            ({ pointer, message }) =>
              `${what}: ${pointer} (line ${locatePointer(pointer).line}) ${message}`,
          )
          .join('\n'),
      );
    this.definitions = definitions.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Returns problems of a server on this machine: missing requirements and forbidden access. */
  private listProblems(
    { command, readable, writable, environment, without_sandbox }: StdioDefinition,
    at: string,
    sandboxLevel: number,
  ): FieldError[] {
    const errors: FieldError[] = [];
    const wrong = (name: string, message: string): unknown =>
      errors.push({ pointer: `${at}/${name}`, message });
    if (!existsSync(command)) wrong('command', `${quoted(command)} does not exist`);
    readable.forEach((path, index) => {
      if (!existsSync(path)) wrong(`readable/${index}`, `${quoted(path)} does not exist`);
      else if (isWithin(this.config.dataDir, path) || isWithin(path, this.config.dataDir))
        wrong(
          `readable/${index}`,
          'would show the data folder, which has the secrets of all projects',
        );
    });
    if (writable !== null) errors.push(...this.problemsOfWritable(writable, readable, at));
    if (writable !== null && sandboxLevel === 1)
      wrong(
        'writable',
        'needs a sandbox, which shows each project its own folder: it has level 1 here',
      );
    for (const [name, from] of Object.entries(environment))
      if (typeof from === 'string' && environmentVariable(from) === undefined)
        wrong(`environment/${name}`, `the variable ${from} of this server is not set`);
    if (sandboxLevel === 1 && !without_sandbox)
      wrong(
        'command',
        'would run without a sandbox: it has level 1 here, where a program has the files and the network of the server. `metarun doctor` says how to raise it; `without_sandbox: true` allows it',
      );
    return errors;
  }

  private problemsOfWritable(
    writable: string,
    readable: readonly string[],
    at: string,
  ): FieldError[] {
    const { dataDir } = this.config;
    const hides = readable.find((path) => isWithin(path, writable));
    const problems = [
      (isWithin(dataDir, writable) || isWithin(writable, dataDir)) &&
        'would be in the data folder of metarun, or have it within: name another folder',
      hides !== undefined && `would hide ${quoted(hides)}, which is to be readable`,
    ];
    return problems
      .filter((message) => message !== false)
      .map((message) => ({ pointer: `${at}/writable`, message }));
  }
}

function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [resolve(path), resolve(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${SETTING} is ${JSON.stringify(path)}, which cannot be read: ${getErrorMessage(error)}`,
    );
  }
}
