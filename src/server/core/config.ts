import { readConfig } from '../../base/config/config.js';
import type { Values } from '../../base/config/setting.js';
import { SETTINGS as COMMON_SETTINGS } from '../../base/config/settings.js';
import { ALL_FEATURES, type FEATURES } from './features.js';
import { type Merged, merge } from './merge.js';

type SettingsOf<Declared> = Declared extends { settings: infer Settings } ? Settings : never;

/** All settings, of the core and of every feature. */
export const SETTINGS = merge('setting', [
  COMMON_SETTINGS,
  ...ALL_FEATURES.map(({ settings = {} }) => settings),
]) as typeof COMMON_SETTINGS & Merged<SettingsOf<(typeof FEATURES)[number]>>;

/** The validated configuration, with the settings of all features. */
export type ServerConfig = Values<typeof SETTINGS>;

/**
 * Reads all settings from the environment; the variables in `given` take precedence. Throws ConfigError, as
 * {@link readConfig} does.
 */
export function readServerConfig(
  env: NodeJS.ProcessEnv = process.env,
  given: Readonly<Record<string, string>> = {},
): ServerConfig {
  return readConfig({ ...env, ...given }, SETTINGS);
}
