/** How many clients and API keys a tenant may have, and how long revoked ones are kept. */
import { providerScopes, type Scope } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

const dayMs = 86_400_000;
/** Long after the last token of a client, which lives for minutes, and the last look at a list. */
const revokedKeptMs = 90 * dayMs;
export const revokedSince = (now: Date): Date => new Date(now.getTime() - revokedKeptMs);

const isOfProvider = (scopes: readonly Scope[]): boolean =>
  scopes.length === 1 && scopes[0] === providerScopes[0];

interface MadeCredential {
  scopes: readonly Scope[];
  driver_id: string | null;
}

/** The carrier has as many drivers and providers as it has: their clients and keys are not bounded. */
export const countsTowardBound = (
  { scopes, driver_id }: MadeCredential,
  isOfCarrier: boolean,
): boolean => driver_id === null && !(isOfCarrier && isOfProvider(scopes));

const bounds = {
  client: { code: 'too_many_clients', name: 'clients' },
  api_key: { code: 'too_many_api_keys', name: 'API keys' },
} as const;

/** A tenant above the bound keeps what it has: only a further credential is refused. */
export function requireFreeCredential(kind: keyof typeof bounds, count: number, max: number): void {
  if (count < max) return;
  const { code, name } = bounds[kind];
  throw new Refusal(
    code,
    `You have ${count} ${name}, and ${max} is the most. Revoke one that you no longer need.`,
  );
}
