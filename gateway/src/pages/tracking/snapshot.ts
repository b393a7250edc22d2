/** Snapshot behind a tracking page: the tracking record, the sender's contact, the certificates. */
import {
  accounts,
  type Contact,
  custody,
  type OutputOf,
  type publicTracking,
  tracking,
} from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { isFresh } from '@svc/kit/clock';
import type { CallMeta } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Gateway } from '../../endpoint/route.ts';
import { type CallResult, callResultOf } from '../../problem/call-result.ts';
import type { TrackingLink } from './link.ts';

type IssuedCertificates = OutputOf<typeof custody.actions.issuedCertificates>['certificates'];

export interface TrackingSnapshot extends z.output<typeof publicTracking> {
  sender_contact: Contact | null;
  /** The certificates issued so far; empty before delivery. */
  certificates: IssuedCertificates;
}

export type LoadSnapshot = (
  link: TrackingLink,
  meta: CallMeta,
) => Promise<CallResult<TrackingSnapshot>>;

export const isOver = ({ status, returned_at }: TrackingSnapshot): boolean =>
  status === 'delivered' || status === 'cancelled' || returned_at !== null;

const contactCacheMs = 60_000;
const tenantsMax = 1_000;

/** Degrades gracefully: contact and certificates are left out while accounts or custody is down. */
export function createSnapshotLoader({ transport, clock }: Gateway): LoadSnapshot {
  const contacts = new LRUCache<string, { contact: Contact | null; atMs: number }>({
    max: tenantsMax,
  });
  const clientsOf = (meta: CallMeta) =>
    createClients({ accounts, custody, tracking }, transport, meta);

  const contactOf = async (tenant_id: string, meta: CallMeta): Promise<Contact | null> => {
    const cachedContact = contacts.get(tenant_id);
    const now = clock.now();
    if (cachedContact && isFresh(cachedContact.atMs, contactCacheMs, now)) {
      return cachedContact.contact;
    }
    const found = await callResultOf(clientsOf(meta).accounts.tenantContact({ tenant_id }));
    if ('problem' in found) return null;
    const { contact } = found.ok;
    contacts.set(tenant_id, { contact, atMs: now.getTime() });
    return contact;
  };
  const issuedFor = async (
    { status, tenant_id, job_id }: z.output<typeof publicTracking>,
    meta: CallMeta,
  ): Promise<IssuedCertificates> => {
    if (status !== 'delivered') return [];
    const { custody } = clientsOf(meta);
    const found = await callResultOf(custody.issuedCertificates({ tenant_id, job_id }));
    return 'ok' in found ? found.ok.certificates : [];
  };

  return async (link, meta) => {
    const found = await callResultOf(clientsOf(meta).tracking.trackByToken(link));
    if ('problem' in found) return found;
    const [sender_contact, certificates] = await Promise.all([
      contactOf(found.ok.tenant_id, meta),
      issuedFor(found.ok, meta),
    ]);
    return { ok: { ...found.ok, sender_contact, certificates } };
  };
}
