/** The OpenID provider: code flow with PKCE (RFC 7636), state and nonce (OpenID Connect Core). */
import { claims as contract } from '@svc/contracts';
import * as oidc from 'openid-client';
import { type DeskConfig, isLoopback } from '../config.ts';

/** Seconds that the provider has for an answer. */
const timeoutSeconds = 5;

export interface Checks {
  state: string;
  nonce: string;
  /** PKCE: `code_verifier`. */
  verifier: string;
}

/** Of a verified ID token. */
export interface IdentityClaims {
  issuer: string;
  subject: string;
  email?: string;
  email_verified: boolean;
}

export interface Provider {
  /** Where the browser signs in. Throws `ProviderAway`. */
  begin(checks: Checks): Promise<URL>;
  /** With the address that the browser came back to. Throws `ProviderAway` or `SignInRefused`. */
  finish(returned: URL, checks: Checks): Promise<IdentityClaims>;
  /**
   * Where the person signs out at the provider (OpenID Connect RP-Initiated Logout 1.0); undefined where
   * it offers none. Throws `ProviderAway`.
   */
  end(): Promise<URL | undefined>;
}

/** The provider does not answer, or not as its protocol says. */
export class ProviderAway extends Error {}
/** The provider refused the person, or what came back is not of this sign-in. */
export class SignInRefused extends Error {}

export const newChecks = (): Checks => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

export function createProvider(config: DeskConfig): Provider {
  const redirectUri = `${config.SVC_DESK_URL}/sign-in/callback`;
  const discovered = discoveryOf(config);
  const afterwards = { post_logout_redirect_uri: `${config.SVC_DESK_URL}/signed-out` };
  return {
    end: async () => {
      const server = await discovered();
      const hasEnd = server.serverMetadata().end_session_endpoint !== undefined;
      return hasEnd ? oidc.buildEndSessionUrl(server, afterwards) : undefined;
    },
    begin: async ({ state, nonce, verifier }) =>
      oidc.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    finish: async (returned, { state, nonce, verifier }) => {
      const server = await discovered();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      try {
        const tokens = await oidc.authorizationCodeGrant(server, returned, {
          ...checks,
          idTokenExpected: true,
        });
        return await claimsOf(server, tokens);
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** Discovery, once; after a failure the next sign-in tries again. */
function discoveryOf(config: DeskConfig): () => Promise<oidc.Configuration> {
  const issuer = config.SVC_OIDC_ISSUER;
  const secret = config.SVC_OIDC_CLIENT_SECRET;
  let found: Promise<oidc.Configuration> | undefined;
  const discover = () =>
    oidc.discovery(
      new URL(issuer),
      config.SVC_OIDC_CLIENT_ID,
      undefined,
      secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret),
      {
        timeout: timeoutSeconds,
        execute: [
          // ID tokens are verified by their signature, too, not by TLS alone.
          oidc.enableNonRepudiationChecks,
          ...(isLoopback(issuer) ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  return () => {
    found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw new ProviderAway('discovery failed', { cause: error });
    });
    return found;
  };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Some providers tell the address in the ID token, others at the userinfo endpoint alone. */
async function claimsOf(server: oidc.Configuration, tokens: Tokens): Promise<IdentityClaims> {
  const claims = tokens.claims();
  if (!claims) throw new SignInRefused('no ID token');
  const { iss: issuer, sub: subject } = claims;
  const hasUserinfo = server.serverMetadata().userinfo_endpoint !== undefined;
  const { email, email_verified } =
    claims.email === undefined && hasUserinfo
      ? await oidc.fetchUserInfo(server, tokens.access_token, subject)
      : claims;
  return {
    ...{ issuer, subject },
    ...(fits(email) && { email }),
    email_verified: email_verified === true,
  };
}

/** An address that accounts would refuse is left out: the identity is the subject. */
const fits = (email: unknown): email is string =>
  typeof email === 'string' && contract.email.safeParse(email).success;

/** Errors of the protocol are refusals; a provider that cannot be reached or breaks is away. */
function failureOf(cause: unknown): Error {
  const status = cause instanceof oidc.ResponseBodyError ? cause.status : 0;
  const isAway = cause instanceof TypeError || status >= 500 || isTransport(cause);
  return isAway
    ? new ProviderAway('the provider does not answer', { cause })
    : new SignInRefused('not signed in', { cause });
}

/** Codes of openid-client for an answer that is none, and for no answer in time. */
const awayCodes: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);
const isTransport = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && awayCodes.has(error.code);
