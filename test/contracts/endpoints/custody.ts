/** Chain of custody, proof of delivery, certificates and files. */
import type { Actor } from '../requests.ts';
import { type EndpointCases, having, type Rule, toAbsent } from './endpoint.ts';
import { collectedJob, deliveredJob, largeImage, loggedJob, noImage } from './fixtures.ts';

const tooLarge = { ...noImage, raw: largeImage };

const open = ({ send }: Actor, id: string, part = 'document') =>
  send(`POST /ops/jobs/${id}/open-proof`, { body: { part, reason: 'A parcel is missed' } });

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
    GetCustodyForDeskResponse: `object job_id ref chain_hash verification.outcome
    verification.faults[] verification.checks[].name verification.checks[].result
    verification.checks[].finding verification.checks[].items[] verification.checks[].proves
    verification.checked_at events[].seq events[].at events[].type events[].by events[].seal
    events[].min_c events[].max_c events[].device_signed events[].prev_hash events[].hash`,
    OpenProofOfDeliveryResponse: `object job_id part recipient otp_verified id_check url
    delivered_at`,
    ProofOfDelivery: 'job_id recipient otp_verified id_check signature_url photo_url delivered_at',
  },
  grants: {
    'certificates:read': {
      getCertificate: 'Certificate',
      getCertificateProof: 'CertificateProof',
    },
    'custody:read': { getCustody: 'CustodyRecord', getCustodyBundle: 'Bundle' },
    'ops:courier': { fileProof: 'File' },
    'ops:dispatch': {
      fileProof: 'File',
      getCustodyForDesk: 'GetCustodyForDeskResponse',
      getCustodyBundleForDesk: 'Bundle',
      openProofOfDelivery: 'OpenProofOfDeliveryResponse',
    },
    'pod:read': { getProofOfDelivery: 'ProofOfDelivery' },
  },
  targets: {
    '/jobs/{id}/pod': deliveredJob,
    '/ops/jobs/{id}/open-proof': deliveredJob,
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
    'getCustodyForDesk job_not_found': toAbsent('GET /ops/jobs/absent/custody'),
    'getCustodyBundleForDesk job_not_found': toAbsent('GET /ops/jobs/absent/custody/bundle'),
    'openProofOfDelivery job_not_found': async (stand) => open(await stand.actor(), 'absent'),
    'openProofOfDelivery pod_pending': having(collectedJob, open),
    'openProofOfDelivery file_not_found': having(deliveredJob, (actor, id) =>
      open(actor, id, 'photo'),
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
