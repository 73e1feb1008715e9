import { readServerConfig, type ServerConfig, SETTINGS } from '../../server/core/config.js';

/** Settings of a server about the run of scripts, which also apply without a server. The others keep their defaults. */
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
  /** Absolute; not needed if no data is kept. */
  dataDir?: string | undefined;
  /** Number of tasks that run at the same time; default: the server's. */
  concurrency?: number | undefined;
  /** The default model, `provider/name`, and the file of model providers, which override the environment. */
  model?: string | undefined;
  modelProviders?: string | undefined;
}

/**
 * Returns the configuration of a run without a server. Throws ConfigError as {@link readServerConfig} does, for the
 * variables that it uses.
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
