import type { EndpointCases, Rule } from './endpoint.ts';
import { collectedJob, deliveredJob, largeImage, loggedJob, noImage } from './fixtures.ts';

/** No sequencer can take the entry: its lock is held, as if another were at work. */
const deliveredAndNotLogged: Rule = async (stand) => {
  const actor = await stand.actor();
  const sequencer = await actor.stage.owner.connect();
  try {
    await sequencer.query('begin');
    await sequencer.query('select from log.tree for update');
    const id = await deliveredJob(actor);
    return await actor.send(`GET /certificates/${id}/proof`);
  } finally {
    await sequencer.query('rollback');
    sequencer.release();
  }
};

export const custody: EndpointCases = {
  targets: {
    '/jobs/{id}/pod': deliveredJob,
    '/ops/jobs/{id}/open-proof': deliveredJob,
    '/certificates/': deliveredJob,
    '/certificates/{id}/proof': loggedJob,
  },
  refusals: {
    pod_pending: { at: collectedJob },
    certificate_pending: { at: collectedJob },
    'openProofOfDelivery file_not_found': { body: { part: 'photo' } },
    'getCertificateProof proof_pending': deliveredAndNotLogged,
    'fileProof invalid_file': { at: collectedJob, send: noImage },
    'fileProof payload_too_large': { at: collectedJob, send: { ...noImage, raw: largeImage } },
  },
};
