import { Refusal } from '@svc/kit/refusal';
import { command } from '../define.ts';
import { findAddressOfOther, listSenders, replaceSenders } from '../store/mails.ts';
import { findUsernameOfOther, putWholesaler as store } from '../store/wholesalers.ts';

export const putWholesaler = command('putWholesaler', {
  gather: async ({ dcs }, { clients }) => {
    const { sites } = await clients.accounts.bookingSites({
      site_ids: dcs.map(({ site_id }) => site_id),
    });
    const known = new Set(sites.map(({ site_id }) => site_id));
    for (const { dc, site_id } of dcs) {
      if (!known.has(site_id)) {
        throw new Refusal('unknown_site', `The site of ${dc} is not one of the wholesaler's.`);
      }
    }
  },
  handle: async (wanted, { db, tenant, now }) => {
    if (await findUsernameOfOther(db, tenant, wanted.username)) {
      throw new Refusal('username_taken', 'Another wholesaler has this user name.');
    }
    const senders = wanted.mail_senders ?? (await listSenders(db, tenant, wanted.dcs));
    const addresses = senders.map(({ address }) => address);
    if (await findAddressOfOther(db, tenant, addresses)) {
      throw new Refusal('address_taken', 'Another wholesaler sends from one of the addresses.');
    }
    await store(db, tenant, { ...wanted, now });
    await replaceSenders(db, tenant, senders);
    return { tenant_id: tenant, ...wanted, mail_senders: senders };
  },
  retryOn: ['wholesaler_username_unique', 'mail_sender_address_unique'],
});
