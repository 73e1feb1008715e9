const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;
const LONGEST = 60;

/**
 * Returns a short name for the browser and system of a user agent. The order of `BROWSERS` matters: most browsers also
 * claim to be others.
 */
export function browserName(agent: string): string {
  const browser = BROWSERS.find(([, mark]) => mark.test(agent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(agent))?.[0];
  if (browser === undefined) return agent.length > LONGEST ? `${agent.slice(0, LONGEST)}…` : agent;
  return system === undefined ? browser : `${browser}, ${system}`;
}
