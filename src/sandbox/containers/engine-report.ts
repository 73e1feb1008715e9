import { isJsonObject, type Json, objectOrNull } from '../../base/kernel/json.js';

export const ENGINE_NAMES = ['podman', 'docker', 'nerdctl'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** The engine, as the startup log and /health/ready report it. */
export interface EngineReport {
  engine: EngineName;
  version: string;
  /** True if root in a container is not root on the machine. */
  rootless: boolean;
  /** Sandbox level: 3 if the engine is rootless and uses metarun's system call filter, else 2. */
  level: 2 | 3;
}

/** The parts of an engine's report about itself that are used. */
type EngineFacts = Pick<EngineReport, 'version' | 'rootless'> & { remote: boolean };

/**
 * Parses the output of `info --format '{{json .}}'`; returns null if it is not a report, for example because a client
 * finds no service.
 */
export function readEngineInfo(engine: EngineName, text: string): EngineFacts | null {
  const info = parsed(text);
  if (!isJsonObject(info)) return null;
  if (engine !== 'podman') {
    const { ServerVersion: version, SecurityOptions: options } = info;
    if (typeof version !== 'string' || version === '') return null;
    const rootless = Array.isArray(options) && options.some(isOfUserNamespace);
    return { version, rootless, remote: false };
  }
  const host = objectOrNull(info['host']);
  const version = objectOrNull(info['version'])?.['Version'];
  if (typeof version !== 'string' || host === null) return null;
  return {
    version,
    rootless: objectOrNull(host['security'])?.['rootless'] === true,
    remote: host['serviceIsRemote'] === true,
  };
}

function isOfUserNamespace(option: Json): boolean {
  return typeof option === 'string' && /^name=(rootless|userns)\b/.test(option);
}

export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
