/**
 * Replaces the OAuth client of a driver's device: accounts creates the new client and revokes the
 * old one before the transaction begins, because a transaction makes no remote calls.
 *
 * After a crash in between the old client is revoked and the new one not shown; a retry with the same
 * identity gets the new one from the receipt of accounts. Of two concurrent requests the slower finds
 * the client of the faster one in place of the old one, and must be retried.
 */
import type { accounts } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { CallFault } from '@svc/kit/refusal';
import type { DriverRecord } from '../domain/driver.ts';

interface AccountsClient {
  accounts: Pick<
    Clients<{ accounts: typeof accounts }>['accounts'],
    'createClient' | 'revokeClient'
  >;
}

export async function replaceClient({ id, client_id }: DriverRecord, { accounts }: AccountsClient) {
  const client = await accounts.createClient({
    name: `Courier ${id}`,
    scopes: ['ops:courier'],
    driver_id: id,
  });
  if (client_id !== null) await accounts.revokeClient({ client_id });
  return { client, replaced: client_id };
}

/** Optimistic check under the row lock: a concurrent replacement is answered with 503. */
export function requireUnchangedClient(
  { id, client_id }: DriverRecord,
  replaced: string | null,
): void {
  if (client_id !== replaced) {
    throw new CallFault('unavailable', `the client of ${id} was replaced meanwhile`);
  }
}
