/** Verifies the signature of a webhook request. Needs `node:crypto`: Node, Deno, Bun. */
import {
  type RequestHeaders,
  type SignatureFault,
  type VerifyOptions,
  verify,
  type WebhookVerdict,
} from '../../webhook-verify/src/verify.ts';

export { signedHeaders } from '../../webhook-verify/src/sign.ts';

import type { Event } from './generated/api.ts';

export type { RequestHeaders, SignatureFault, VerifyOptions };

/**
 * The event of a request, typed by its `type`; give both secrets while one replaces the other.
 *
 * ```ts
 * const verdict = verifyEvent(rawBody, request.headers, secret);
 * if (verdict.ok && verdict.event.type === 'delivery.failed') restock(verdict.event.data.return_job_id);
 * ```
 */
export const verifyEvent: (
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  options?: VerifyOptions,
) => WebhookVerdict<Event> = verify<Event>;
