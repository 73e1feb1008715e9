import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listen } from './listen.js';

const HOST = '127.0.0.1';
const linuxOnly = process.platform === 'linux' ? it : it.skip;

async function open(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => response.end('answered'));
  await listen(server, HOST, port);
  return { server, port: (server.address() as AddressInfo).port };
}

describe('a server that listens', () => {
  linuxOnly('accepts several connections in a turn of the event loop', async () => {
    const { server, port } = await open();
    let accepted = 0;
    server.on('connection', () => (accepted += 1));
    const clients = Array.from({ length: 100 }, () => connect(port, HOST));
    let most = 0;
    for (let before = 0; accepted < clients.length; before = accepted) {
      await nextTurn();
      most = Math.max(most, accepted - before);
    }
    expect(most).toBeGreaterThan(2);
    for (const client of clients) client.destroy();
    server.close();
  });

  it('a listening server answers on every connection', async () => {
    const { server, port } = await open();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`http://${HOST}:${port}`)).text()),
    );
    expect(new Set(answers)).toEqual(new Set(['answered']));
    server.closeAllConnections();
    server.close();
  });

  it('a server cannot listen on a port that another server of its kind has taken', async () => {
    const { server, port } = await open();
    await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
  });

  it('a server that closes frees its port', async () => {
    const { server, port } = await open();
    await once(server.close(), 'close');
    const again = await open(port);
    expect(again.port).toBe(port);
    again.server.close();
  });
});
