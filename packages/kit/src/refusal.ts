import type { ErrorCode } from '@svc/contracts';

/** A declared rule said no. Crosses the bus with its code; the gateway turns it into a problem. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Shown to the client: one sentence, no personal data. */
  readonly detail: string;

  constructor(code: ErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}
