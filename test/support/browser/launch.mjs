import chromium from '@sparticuz/chromium';

/**
 * Returns how playwright starts Chromium for tests. Not with the arguments that its package has: among them are some that
 * switch the security of pages off, and with them no test would prove anything. `more`: further arguments.
 */
export async function launchOptions(more = []) {
  return {
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', ...more],
  };
}
