import { randomCode } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import { type IssuedCertificate, toSigned } from './domain/certificate.ts';
import type { SigningKey } from './domain/certificate-key.ts';
import { summary } from './hashing.ts';
import { newCertificateKey, signCertificate } from './signing.ts';
import { findSigningKey, lockCertificateKeys, replaceKey } from './store/certificate-keys.ts';
import { insertCertificate } from './store/certificates.ts';
import { listEvents } from './store/chain.ts';
import type { Tables } from './store/schema.ts';

interface Issuing {
  tenant: string;
  now: Date;
  config: Config;
}

/** Signs for the chain as it is now. A chain that was altered where it lies gets no signature. */
export async function certify(
  db: Kysely<Tables>,
  { tenant, now, config }: Issuing,
  job: { job_id: string; ref: string },
): Promise<IssuedCertificate | undefined> {
  const chain = summary(job.job_id, await listEvents(db, tenant, job.job_id));
  if (!chain) return undefined;
  const id = `POC-${randomCode(10)}`;
  const fields = {
    id,
    ...job,
    type: 'proof_of_custody',
    issued_at: now,
    ...chain,
    verify_url: `${config.SVC_PUBLIC_URL}/verify/${id}`,
  } as const;
  const key = await signingKey(db, { now, config });
  const jws = await signCertificate({ ...toSigned(fields), ref: job.ref }, key, {
    issuer: config.SVC_PUBLIC_URL,
    secret: config.SVC_SECRET,
  });
  const certificate = { ...fields, kid: key.kid, jws };
  await insertCertificate(db, tenant, certificate);
  return certificate;
}

type Key = Omit<SigningKey, 'public_jwk'>;

/** The key that signs now; the first is made when it is first needed. */
async function signingKey(
  db: Kysely<Tables>,
  { now, config }: Pick<Issuing, 'now' | 'config'>,
): Promise<Key> {
  const known = await findSigningKey(db);
  if (known) return known;
  await lockCertificateKeys(db);
  const others = await findSigningKey(db);
  if (others) return others;
  const first = await newCertificateKey(now, config.SVC_SECRET);
  await replaceKey(db, first);
  return first;
}
