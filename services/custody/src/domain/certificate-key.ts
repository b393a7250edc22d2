/**
 * Keys that sign certificates. The newest signs; the public halves of all stay published for ever,
 * the private half of a retired one is destroyed.
 */
export interface PublicJwk {
  kid: string;
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  alg: 'ES256';
  use: 'sig';
}

export interface CertificateKey {
  kid: string;
  public_jwk: PublicJwk;
  sealed_private_jwk: string | null;
  created_at: Date;
}
/** One that can sign. */
export type SigningKey = Pick<CertificateKey, 'kid' | 'public_jwk'> & {
  sealed_private_jwk: string;
};

const lifeMs = 90 * 24 * 60 * 60 * 1000;

/** A new key is due 90 days after the last one; the first is made when it is needed. */
export const rotationDue = (newest: { created_at: Date } | undefined, now: Date): boolean =>
  newest !== undefined && now.getTime() - newest.created_at.getTime() >= lifeMs;
