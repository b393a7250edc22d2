/** Hashes in and of log entries, as verifiers compute them. */
import { createHash } from 'node:crypto';
import type { LogEntry } from '@svc/contracts';
import { logEntryText } from '@svc/proof/verify/log-entry';
import { calculateJwkThumbprint } from 'jose';
import type { CertificatePublicJwk } from '../domain/certificate-key.ts';

export { logEntryText };

export const hashJws = (jws: string): string =>
  `sha256:${createHash('sha256').update(jws).digest('hex')}`;

export const thumbprintOf = ({ kty, crv, x, y }: CertificatePublicJwk): Promise<string> =>
  calculateJwkThumbprint({ kty, crv, x, y });

/** Leaf hash of RFC 6962, in hex: by it the log finds the entry. */
export const leafHash = (entry: LogEntry): string =>
  createHash('sha256').update('\0').update(logEntryText(entry), 'utf8').digest('hex');
