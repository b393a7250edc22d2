/** Claims that a device signs: payload of a JWS (RFC 7515) that the chain of custody keeps. */
import { positionClaims } from '@svc/contracts/tracking/position-claims';
import { type RecordedAction, sentType } from './action.ts';

export interface Signer {
  client_id: string;
  /** HMAC-SHA-256 of the canonical body under a salt of its own, hex. */
  bodyMac: string;
}

export const deviceClaims = (action: RecordedAction, { client_id, bodyMac }: Signer): object => ({
  iss: client_id,
  jti: action.id,
  job_id: action.job_id,
  action: sentType(action.type),
  at: action.at,
  device_at: action.device_at,
  seal: typeof action.fields.seal === 'string' ? action.fields.seal : null,
  // The server's order: signature, photo.
  files: action.files
    .toSorted((a, b) => b.kind.localeCompare(a.kind))
    .map(({ sha256 }) => `sha256:${sha256}`),
  body: `hmac-sha256:${bodyMac}`,
});

/** For a report of positions, under its Idempotency-Key; `at` is that of the last one. */
export const reportClaims = (
  report: { id: string; at: string; device_at: string },
  { client_id, bodyMac }: Signer,
): object => ({
  ...{ iss: client_id, jti: report.id, ...positionClaims },
  ...{ at: report.at, device_at: report.device_at, seal: null, files: [] },
  body: `hmac-sha256:${bodyMac}`,
});
