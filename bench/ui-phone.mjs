/** Phone on a slow connection: 1.6 Mbit/s, 150 ms latency, and a quarter of the speed of this processor. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};
const SLOWER = 4;

/** Makes a page emulate a phone. */
export async function asPhone(page) {
  await page.setViewportSize({ width: 390, height: 800 });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}
