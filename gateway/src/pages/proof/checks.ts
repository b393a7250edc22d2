/** Checks of a published proof, from which personal data is withheld. */
import type { publicProof } from '@svc/contracts';
import { compactVerify, createLocalJWKSet, errors } from 'jose';
import { z } from 'zod';
import { canonical } from '../../http/idempotency.ts';

export type ProofDocument = z.output<typeof publicProof>;

export interface ProofChecks {
  /** Numbered from 1 without gaps, each event naming the hash of the one before it. */
  linked: boolean;
  /** The certificate's last event and hash are those of this chain. */
  covered: boolean;
  /** Signed with one of the carrier's keys, over the shown content. */
  signed: boolean;
  /** The carrier, who has the whole events, found every hash to be that of its content. */
  recomputed: boolean;
}

export const checkProof = async (proof: ProofDocument): Promise<ProofChecks> => ({
  linked: isLinked(proof.events),
  covered: isCovered(proof),
  signed: await isSigned(proof),
  recomputed: proof.chain_intact,
});

const genesisHash = `sha256:${'0'.repeat(64)}`;

const isLinked = (events: ProofDocument['events']): boolean =>
  events.every(
    ({ seq, prev_hash }, i) =>
      seq === i + 1 && prev_hash === (i === 0 ? genesisHash : events[i - 1]?.hash),
  );

/** Events that came after the certificate are none of its business. */
const isCovered = ({ certificate: { custody }, events }: ProofDocument): boolean =>
  custody.events > 0 && events[custody.events - 1]?.hash === custody.chain_hash;

const certificateType = 'svc-certificate+jwt';

async function isSigned({ certificate, certificate_jws, jwks }: ProofDocument): Promise<boolean> {
  // `related` names later certificates and is not signed.
  const { related: _later, ...shown } = certificate;
  try {
    const keys = createLocalJWKSet(keySet.parse(jwks));
    const { payload, protectedHeader } = await compactVerify(certificate_jws, keys, {
      algorithms: ['ES256'],
    });
    if (protectedHeader.typ !== certificateType) return false;
    const signed = members.parse(JSON.parse(new TextDecoder().decode(payload)));
    return Object.entries(shown).every(
      ([name, value]) => canonical(value) === canonical(signed[name]),
    );
  } catch (error) {
    if (isAboutProof(error)) return false;
    throw error;
  }
}

const members = z.record(z.string(), z.unknown());
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const isAboutProof = (error: unknown): boolean =>
  error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof SyntaxError;
