/** Signs certificates as JWS (ES256, RFC 7515) and generates the keys, with jose. */
import type { Certificate } from '@svc/contracts';
import { generateSigningKey, importSigningKey } from '@svc/kit/signing-key';
import { certificateJwsType } from '@svc/proof/verify/certificate';
import { SignJWT } from 'jose';
import type { CertificateKey, CertificateSigningKey } from '../domain/certificate-key.ts';

export const purpose = 'certificate-key';

export const generateCertificateKey = async (
  created_at: Date,
  secret: string,
): Promise<CertificateKey & CertificateSigningKey> => ({
  created_at,
  ...(await generateSigningKey(created_at, { secret, purpose })),
});

/** The public certificate plus the job's reference. */
export type SignableCertificate = Omit<Certificate, 'related'> & { ref: string };

export async function signCertificate(
  certificate: SignableCertificate,
  key: Pick<CertificateSigningKey, 'kid' | 'encrypted_private_jwk'>,
  { issuer, secret }: { issuer: string; secret: string },
): Promise<string> {
  return new SignJWT({ ...certificate })
    .setProtectedHeader({ alg: 'ES256', typ: certificateJwsType, kid: key.kid })
    .setIssuer(issuer)
    .setIssuedAt(new Date(certificate.issued_at))
    .sign(await importSigningKey(key, { secret, purpose }));
}
