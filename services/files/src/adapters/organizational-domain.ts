/** Organizational domains (RFC 7489 3.2), by the public suffix list that `tldts` carries. */
import { getDomain } from 'tldts';

/** Shared by the tenants of a mail host, and missing from the public suffix list. */
const sharedDomains: ReadonlySet<string> = new Set(['onmicrosoft.com']);

/** Null for a public suffix itself, and for text that is no domain name. */
export function organizationOf(domain: string): string | null {
  const organization = getDomain(domain, { allowPrivateDomains: true });
  if (organization === null || !sharedDomains.has(organization)) return organization;
  return domain === organization ? null : (domain.match(/[^.]+\.[^.]+\.[^.]+$/)?.[0] ?? null);
}
