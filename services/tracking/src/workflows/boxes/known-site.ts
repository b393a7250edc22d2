import { Refusal } from '@svc/kit/refusal';
import type { TrackingClients } from '../../define.ts';

/** A site of any tenant: boxes of the carrier stay at clinics. */
export async function requireSite(
  { accounts }: Pick<TrackingClients, 'accounts'>,
  id: string | null | undefined,
): Promise<void> {
  if (typeof id !== 'string') return;
  const { sites } = await accounts.siteDetails({ site_ids: [id] });
  if (sites.length === 0) throw new Refusal('unknown_site', 'No site with this id.');
}
