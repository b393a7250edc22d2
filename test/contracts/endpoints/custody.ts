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
  fields: {
    Bundle: `format log{origin checkpoint_url salt entries{entry proof}} job{id ref}
      custody=CustodyRecord certificate=Certificate certificate_jws
      cold_chain{certificate=Certificate certificate_jws} jwks{keys{*}}`,
    Certificate: `id object type job_id issued_at custody{events seal chain_hash} verify_url
      log{origin checkpoint_url proof_url} cold_chain_expected related cold_chain{range_c from to
      min_c max_c mkt_c coverage gaps{from to} excursions=Excursion exposures=Excursion
      suspects=Suspect sensors{device_id calibrated_until} readings_digest result}`,
    CertificateProof: '',
    CustodyEvent: `v job_id seq at type by note seal position{lat_e6 lng_e6} details{*} prev_hash
      hash`,
    CustodyRecord: 'job_id chain_hash events=CustodyEvent texts{seq member text salt}',
    File: 'object id kind sha256 size',
    GetCustodyForDeskResponse: `object job_id ref chain_hash verification{outcome faults
      checks{name result finding items proves} checked_at} events{seq at type by seal min_c max_c
      device_signed prev_hash hash}`,
    OpenProofOfDeliveryResponse: `object job_id part recipient otp_verified id_check url
      delivered_at`,
    ProofOfDelivery: 'job_id recipient otp_verified id_check signature_url photo_url delivered_at',
  },
  grants: {
    'certificates:read': 'getCertificate=Certificate getCertificateProof=CertificateProof',
    'custody:read': 'getCustody=CustodyRecord getCustodyBundle=Bundle',
    'ops:courier': 'fileProof=File',
    'ops:dispatch': `fileProof=File getCustodyForDesk=GetCustodyForDeskResponse
      getCustodyBundleForDesk=Bundle openProofOfDelivery=OpenProofOfDeliveryResponse`,
    'pod:read': 'getProofOfDelivery=ProofOfDelivery',
  },
  targets: {
    '/jobs/{id}/pod': deliveredJob,
    '/ops/jobs/{id}/open-proof': deliveredJob,
    '/certificates/': deliveredJob,
    '/certificates/{id}/proof': loggedJob,
  },
  refusals: {
    'getProofOfDelivery pod_pending': { at: collectedJob },
    'openProofOfDelivery pod_pending': { at: collectedJob },
    'openProofOfDelivery file_not_found': { body: { part: 'photo' } },
    'getCertificate certificate_pending': { at: collectedJob },
    'getCertificateProof certificate_pending': { at: collectedJob },
    'getCertificateProof proof_pending': deliveredAndNotLogged,
    'fileProof invalid_file': { at: collectedJob, send: noImage },
    'fileProof payload_too_large': { at: collectedJob, send: { ...noImage, raw: largeImage } },
  },
};
