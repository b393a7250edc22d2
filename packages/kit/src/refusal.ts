import type { ErrorCode } from '@svc/contracts';

/**
 * A declared rule said no. Crosses the bus with its code; the gateway turns it into a problem.
 * What the handler wrote before it is undone, unless the refusal itself is a fact to be remembered
 * (`keepsWrites`), e.g. a wrong code that counts.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Shown to the client: one sentence, no personal data. */
  readonly detail: string;
  readonly keepsWrites: boolean;

  constructor(code: ErrorCode, detail: string, { keepsWrites = false } = {}) {
    super(`${code}: ${detail}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
    this.keepsWrites = keepsWrites;
  }
}
