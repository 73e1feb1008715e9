import type { NextFunction, Request, Response } from 'express';

/** Holds back requests that arrive while the server starts. */
export class Gate {
  /** Waiting requests; null once the gate is open. */
  private waiting: NextFunction[] | null = [];

  readonly middleware = (_request: Request, _response: Response, next: NextFunction): void => {
    if (this.waiting === null) next();
    else this.waiting.push(next);
  };

  /** Admits the waiting requests in their order, and from now on every request at once. */
  open(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const next of waiting) next();
  }
}
