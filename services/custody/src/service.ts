import { custody } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { bundle } from './actions/bundle.ts';
import { certificate } from './actions/certificate.ts';
import { certificateJws } from './actions/certificate-jws.ts';
import { certificateKeys } from './actions/certificate-keys.ts';
import { eraseProof } from './actions/erase-proof.ts';
import { fileByLink } from './actions/file-by-link.ts';
import { fileProof } from './actions/file-proof.ts';
import { filesOf } from './actions/files-of.ts';
import { pod } from './actions/pod.ts';
import { publicProof } from './actions/public-proof.ts';
import { record } from './actions/record.ts';
import { rotateCertificateKey } from './actions/rotate-certificate-key.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';
import { onJobEvent } from './reactions/on-job-event.ts';
import { forgetExpired } from './schedules/forget-expired.ts';
import { rotateCertificateKeys } from './schedules/rotate-certificate-keys.ts';

export const custodyService = defineService({
  contract: custody,
  calls,
  config,
  actions: {
    record,
    pod,
    certificate,
    certificateJws,
    bundle,
    certificateKeys,
    rotateCertificateKey,
    publicProof,
    eraseProof,
    fileProof,
    filesOf,
    fileByLink,
  },
  reactions: [onJobEvent],
  schedules: [rotateCertificateKeys],
  migrations,
  forget: forgetExpired,
});
