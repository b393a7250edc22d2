import type { ErrorCode } from '@svc/contracts';
import type { Issue } from './transport.ts';

interface RefusalOptions {
  keepsWrites?: boolean;
  path?: Issue['path'];
  retryAfterSeconds?: number;
}

/**
 * A refusal by a declared rule. Crosses the bus with its code; the gateway turns it into a problem.
 * What the handler wrote before it is undone, unless the refusal itself is a fact to be remembered
 * (`keepsWrites`), e.g. a wrong code that counts.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Shown to the client: one sentence, no personal data. */
  readonly detail: string;
  readonly keepsWrites: boolean;
  /** The field of the request that it is about; becomes a pointer. */
  readonly path?: Issue['path'];
  /** When another try is worth it. */
  readonly retryAfterSeconds?: number;

  constructor(code: ErrorCode, detail: string, options: RefusalOptions = {}) {
    super(`${code}: ${detail}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
    this.keepsWrites = options.keepsWrites ?? false;
    if (options.path) this.path = options.path;
    if (options.retryAfterSeconds !== undefined) this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Input that does not fit the contract, or names a nonexistent item: a 400 that lists the fields. */
export class BadInput extends Error {
  readonly issues: Issue[];
  constructor(issues: Issue[]) {
    super(`bad input: ${issues.map((i) => `${i.path.join('.')} ${i.code}`).join(', ')}`);
    this.name = 'BadInput';
    this.issues = issues;
  }
}

/** A technical failure of a call: `unavailable` may pass and be retried, `internal` is a bug. */
export class CallFault extends Error {
  readonly kind: 'internal' | 'unavailable';
  constructor(kind: 'internal' | 'unavailable', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Fault';
    this.kind = kind;
  }
}
