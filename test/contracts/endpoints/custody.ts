/** Chain of custody, proof of delivery, certificates and files. */
import { type EndpointCases, having, type Rule, toAbsent } from './endpoint.ts';
import { collectedJob, deliveredJob, largeImage, loggedJob, noImage } from './fixtures.ts';

const tooLarge = { ...noImage, raw: largeImage };

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
  fields: {
    CertificateProof: '',
    Bundle: `format log.origin log.checkpoint_url log.salt log.entries[].entry log.entries[].proof
    job.id job.ref custody=CustodyRecord certificate=Certificate certificate_jws
    cold_chain.certificate=Certificate cold_chain.certificate_jws jwks.keys[].*`,
    Certificate: `id object type job_id issued_at custody.events custody.seal custody.chain_hash
    verify_url log.origin log.checkpoint_url log.proof_url cold_chain_expected related[] cold_chain.range_c[] cold_chain.from cold_chain.to cold_chain.min_c
    cold_chain.max_c cold_chain.mkt_c cold_chain.coverage cold_chain.gaps[].from
    cold_chain.gaps[].to cold_chain.excursions[].device_id cold_chain.excursions[].from
    cold_chain.excursions[].to cold_chain.excursions[].minutes cold_chain.excursions[].min_c
    cold_chain.excursions[].max_c cold_chain.sensors[].device_id
    cold_chain.sensors[].calibrated_until cold_chain.readings_digest cold_chain.result`,
    CustodyEvent: `v job_id seq at type by note seal position.lat_e6 position.lng_e6 details.* prev_hash
    hash`,
    CustodyRecord: `job_id chain_hash events[]=CustodyEvent texts[].seq texts[].member texts[].text
    texts[].salt`,
    File: 'object id kind sha256 size',
    ProofOfDelivery: 'job_id recipient otp_verified id_check signature_url photo_url delivered_at',
  },
  grants: {
    'certificates:read': {
      getCertificate: 'Certificate',
      getCertificateProof: 'CertificateProof',
    },
    'custody:read': { getCustody: 'CustodyRecord', getCustodyBundle: 'Bundle' },
    'ops:courier': { fileProof: 'File' },
    'ops:dispatch': { fileProof: 'File' },
    'pod:read': { getProofOfDelivery: 'ProofOfDelivery' },
  },
  targets: {
    '/jobs/{id}/pod': deliveredJob,
    '/certificates/': deliveredJob,
    '/certificates/{id}/proof': loggedJob,
  },
  refusals: {
    'getCustody job_not_found': toAbsent('GET /jobs/absent/custody'),
    'getCustodyBundle job_not_found': toAbsent('GET /jobs/absent/custody/bundle'),
    'getProofOfDelivery job_not_found': toAbsent('GET /jobs/absent/pod'),
    'getProofOfDelivery pod_pending': having(collectedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/pod`),
    ),
    'getCertificate certificate_not_found': toAbsent('GET /certificates/POC-0000000000'),
    'getCertificate certificate_pending': having(collectedJob, ({ send }, id) =>
      send(`GET /certificates/${id}`),
    ),
    'getCertificateProof certificate_not_found': toAbsent('GET /certificates/POC-0000000000/proof'),
    'getCertificateProof certificate_pending': having(collectedJob, ({ send }, id) =>
      send(`GET /certificates/${id}/proof`),
    ),
    'getCertificateProof proof_pending': deliveredAndNotLogged,
    'fileProof job_not_found': toAbsent('POST /ops/jobs/absent/files?kind=photo', noImage),
    'fileProof invalid_file': having(collectedJob, ({ send }, id) =>
      send(`POST /ops/jobs/${id}/files?kind=photo`, noImage),
    ),
    'fileProof payload_too_large': having(collectedJob, ({ send }, id) =>
      send(`POST /ops/jobs/${id}/files?kind=photo`, tooLarge),
    ),
  },
};
