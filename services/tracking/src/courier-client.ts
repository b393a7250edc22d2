/**
 * The client of a driver's device lies with accounts, which is asked before the transaction begins.
 *
 * A crash after accounts was asked leaves a client whose secret nobody has seen; the old one is
 * revoked by then, and the same request again makes another. Two requests at once: the slower finds
 * that its forerunner's client stands where the old one was, and has to be sent again.
 */
import { Fault } from '@svc/kit/reply';
import type { Asked } from './define.ts';
import type { Driver } from './domain/crew.ts';

export async function replaceClient({ id, client_id }: Driver, { accounts }: Asked) {
  const client = await accounts.createClient({
    name: `Courier ${id}`,
    scopes: ['ops:courier'],
    driver_id: id,
  });
  if (client_id !== null) await accounts.revokeClient({ client_id });
  return { client, replaced: client_id };
}

export function assertStillHas({ id, client_id }: Driver, replaced: string | null): void {
  if (client_id !== replaced) {
    throw new Fault('unavailable', `the client of ${id} was replaced meanwhile`);
  }
}
