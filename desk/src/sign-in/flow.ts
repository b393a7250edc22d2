/** The state of a sign-in between its requests: encrypted cookies of ten minutes. */
import type { Clock } from '@svc/kit/clock';
import { decrypt, encrypt } from '@svc/kit/encryption';
import { z } from 'zod';
import type { Checks, IdentityClaims } from '../identity/provider.ts';

export const flowSeconds = 600;

export interface Flow extends Checks {
  returnTo: string;
  /** Token of the invitation that is to be accepted. */
  invitation?: string | undefined;
}

/** Person who has signed in at the provider and has yet to accept the invitation. */
export interface Acceptance {
  invitation: string;
  claims: IdentityClaims;
}

const invitation = z.string();
const flowState = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  invitation: invitation.optional(),
});
const acceptanceState = z.object({
  invitation,
  claims: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string().optional(),
    email_verified: z.boolean(),
  }),
});
const timed = z.looseObject({ expiresMs: z.number() });

const encrypted = (purpose: string) => (secrets: string, state: object, clock: Clock) =>
  encrypt(
    secrets,
    purpose,
    JSON.stringify({ ...state, expiresMs: clock.now().getTime() + flowSeconds * 1000 }),
  );

/** Undefined for one that is altered, foreign or over. */
const decrypted =
  <S>(purpose: string, schema: z.ZodType<S>) =>
  (secrets: string, cookie: string, clock: Clock): S | undefined => {
    const text = plainOf(secrets, { purpose, cookie });
    if (text === undefined) return undefined;
    const { expiresMs, ...state } = timed.parse(JSON.parse(text));
    return expiresMs > clock.now().getTime() ? schema.parse(state) : undefined;
  };

/** The cookie is the browser's: one that does not decrypt is no state. */
function plainOf(
  secrets: string,
  { purpose, cookie }: { purpose: string; cookie: string },
): string | undefined {
  try {
    return decrypt(secrets, purpose, cookie);
  } catch {
    return undefined;
  }
}

type Encrypt<S> = (secrets: string, state: S, clock: Clock) => string;
type Decrypt<S> = (secrets: string, cookie: string, clock: Clock) => S | undefined;

const ofFlow = 'desk sign-in';
export const encryptFlow: Encrypt<Flow> = encrypted(ofFlow);
export const decryptFlow: Decrypt<Flow> = decrypted(ofFlow, flowState);

const ofAcceptance = 'desk acceptance of an invitation';
export const encryptAcceptance: Encrypt<Acceptance> = encrypted(ofAcceptance);
export const decryptAcceptance: Decrypt<z.output<typeof acceptanceState>> = decrypted(
  ofAcceptance,
  acceptanceState,
);
