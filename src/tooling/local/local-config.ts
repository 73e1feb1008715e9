import { readServerConfig, type ServerConfig, SETTINGS } from '../../server/core/config.js';

/** Settings of a server that say how scripts run, which they do alike without one. The others stay as they are by default. */
const OF_SCRIPTS = [
  'python',
  'pythonIndexUrl',
  'uv',
  'npmRegistryUrl',
  'dependencyTimeoutSeconds',
  'environmentsMb',
  'sandbox',
  'sandboxMinLevel',
  'defaultTimeoutSeconds',
  'maxTimeoutSeconds',
  'defaultMemoryMb',
  'maxMemoryMb',
  'defaultCpuSeconds',
  'maxCpuSeconds',
  'maxNetwork',
  'networkRanges',
  'maxNetworkBytes',
  'maxParamsBytes',
  'maxResultBytes',
  'maxUploadBytes',
  'maxLogBytes',
  'maxTaskDepth',
  'maxChildTasks',
  'cancelGraceSeconds',
  'modelProviders',
  'defaultModel',
  'maxModelResponseBytes',
  'maxAgentSteps',
  'maxAgentTokens',
] as const satisfies readonly (keyof ServerConfig)[];

export interface LocalSettings {
  /** Absolute; not needed by what keeps no data. */
  dataDir?: string | undefined;
  /** Tasks that run at the same time; that of a server by default. */
  concurrency?: number | undefined;
  /** The default model, `provider/name`, and the file of model providers, in place of the environment's. */
  model?: string | undefined;
  modelProviders?: string | undefined;
}

/**
 * The configuration of a run without a server. Throws ConfigError as {@link readServerConfig} does, for the variables
 * that concern it.
 */
export function readLocalConfig(
  { dataDir, concurrency, model, modelProviders }: LocalSettings,
  env: NodeJS.ProcessEnv = process.env,
): ServerConfig {
  const names = [...OF_SCRIPTS.map((key) => SETTINGS[key].env), 'PATH'];
  const kept = Object.fromEntries(names.map((name) => [name, env[name]]));
  const config = readServerConfig({
    ...kept,
    [SETTINGS.dataDir.env]: dataDir,
    ...(model === undefined ? {} : { [SETTINGS.defaultModel.env]: model }),
    ...(modelProviders === undefined ? {} : { [SETTINGS.modelProviders.env]: modelProviders }),
  });
  return {
    ...config,
    concurrency: concurrency ?? config.concurrency,
    // Nothing here outlives its command.
    shutdownSeconds: 0,
    logLevel: 'silent',
  };
}
