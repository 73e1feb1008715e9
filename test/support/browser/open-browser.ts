import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * Starts Chromium. Not with the arguments that its package has: among them are some that switch the security of pages off, and with
 * them no test would prove anything. `more`: further arguments.
 */
export async function openBrowser(...more: string[]): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', ...more],
  });
}
