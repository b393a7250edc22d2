/**
 * Keys that sign certificates. The newest signs; the public halves of all stay published for ever,
 * the private half of a retired one is destroyed.
 */
export interface CertificatePublicJwk {
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
  public_jwk: CertificatePublicJwk;
  encrypted_private_jwk: string | null;
  created_at: Date;
}
/** A key whose private half still exists. */
export type CertificateSigningKey = Pick<CertificateKey, 'kid' | 'public_jwk'> & {
  encrypted_private_jwk: string;
};

const lifeMs = 90 * 24 * 60 * 60 * 1000;

/** A new key is due 90 days after the last one; the first is made when it is needed. */
export const isRotationDue = (newest: { created_at: Date } | undefined, now: Date): boolean =>
  newest !== undefined && now.getTime() - newest.created_at.getTime() >= lifeMs;
