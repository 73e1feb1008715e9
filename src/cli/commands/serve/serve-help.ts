import { SETTINGS } from '../../../server/core/config.js';

/** The settings of `metarun serve`, as its --help shows them. */
export function settingsHelp(): string {
  const rows = Object.values(SETTINGS).map(({ env, description, allowed, fallback }) => {
    const standard = fallback === '' ? '' : `; default ${fallback}`;
    return `  ${env}\n      ${description}\n      Allowed: ${allowed}${standard}.`;
  });
  return `\nSettings, from the environment; NAME.entry is an entry of NAME, as in METARUN_LIMITS=webhooks=100,files=0:\n${rows.join('\n')}\n`;
}
