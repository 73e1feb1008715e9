import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import type { AddressInfo } from 'node:net';
import { ownUrl } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';

/** The beginning of links. It never comes from a request, whose headers its sender chooses. */
@Injectable()
export class LinkAddress {
  private address: () => AddressInfo | string | null = () => null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'host'>) {}

  /** `address`: of the server, once it listens. */
  serves(address: () => AddressInfo | string | null): void {
    this.address = address;
  }

  /** Returns the page of a link; null where no server listens, as in a run without one. */
  pageOf(token: string): string | null {
    const { publicUrl } = this.config;
    const address = this.address();
    if (address === null || typeof address === 'string') return null;
    return `${publicUrl === '' ? ownUrl(this.config, address.port) : publicUrl}/approve/${token}`;
  }
}
