import type { NextFunction, Request, Response } from 'express';

/** Holds the requests that come while the server starts. */
export class Gate {
  /** The requests that wait; null once the gate is open. */
  private waiting: NextFunction[] | null = [];

  readonly middleware = (_request: Request, _response: Response, next: NextFunction): void => {
    if (this.waiting === null) next();
    else this.waiting.push(next);
  };

  /** Lets in the requests that wait, in their order, and from now on every one at once. */
  open(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const next of waiting) next();
  }
}
