/** Chain of custody, proof of delivery, certificates and files. */
import { collectedJob } from '../targets.ts';
import { largeImage } from './before-rules.ts';
import { having, type Rules, toAbsent } from './rule.ts';

const noImage = { raw: 'GIF89a', headers: { 'content-type': 'image/png' } };
const tooLarge = { ...noImage, raw: largeImage };

export const custodyRules: Rules = {
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
  'fileProof job_not_found': toAbsent('POST /ops/jobs/absent/files?kind=photo', noImage),
  'fileProof invalid_file': having(collectedJob, ({ send }, id) =>
    send(`POST /ops/jobs/${id}/files?kind=photo`, noImage),
  ),
  'fileProof payload_too_large': having(collectedJob, ({ send }, id) =>
    send(`POST /ops/jobs/${id}/files?kind=photo`, tooLarge),
  ),
};
