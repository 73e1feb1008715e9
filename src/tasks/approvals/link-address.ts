import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import type { AddressInfo } from 'node:net';
import { ownUrl } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';

/** The base URL of links. It is never taken from a request, since the sender controls the headers. */
@Injectable()
export class LinkAddress {
  private address: () => AddressInfo | string | null = () => null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'host'>) {}

  /** Sets the function that returns the server's address, or null while it does not listen. */
  serves(address: () => AddressInfo | string | null): void {
    this.address = address;
  }

  /** Returns the URL of a link's page; null if no server listens, as in a run without a server. */
  buildPageUrl(token: string): string | null {
    const { publicUrl } = this.config;
    const address = this.address();
    if (address === null || typeof address === 'string') return null;
    return `${publicUrl === '' ? ownUrl(this.config, address.port) : publicUrl}/approve/${token}`;
  }
}
