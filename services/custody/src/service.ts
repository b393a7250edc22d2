import { custody } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { bundle } from './actions/bundle.ts';
import { certificate } from './actions/certificate.ts';
import { certificateJws } from './actions/certificate-jws.ts';
import { certificateKeys } from './actions/certificate-keys.ts';
import { coldChainCertificate } from './actions/cold-chain-certificate.ts';
import { eraseProof } from './actions/erase-proof.ts';
import { fileByLink } from './actions/file-by-link.ts';
import { fileProof } from './actions/file-proof.ts';
import { filesOf } from './actions/files-of.ts';
import { issuedCertificates } from './actions/issued-certificates.ts';
import { longLinks } from './actions/long-links.ts';
import { pod } from './actions/pod.ts';
import { publicProof } from './actions/public-proof.ts';
import { record } from './actions/record.ts';
import { revokeLinks } from './actions/revoke-links.ts';
import { rotateCertificateKey } from './actions/rotate-certificate-key.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { onColdChainSealed } from './reactions/on-cold-chain-sealed.ts';
import { onJobEvent } from './reactions/on-job-event.ts';
import { onTemperatureExcursion } from './reactions/on-temperature-excursion.ts';
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
    issuedCertificates,
    publicProof,
    coldChainCertificate,
    eraseProof,
    fileProof,
    filesOf,
    fileByLink,
    longLinks,
    revokeLinks,
  },
  reactions: [onJobEvent, onTemperatureExcursion, onColdChainSealed],
  schedules: [rotateCertificateKeys],
  migrations: migrationsIn(import.meta.dirname),
  purge: forgetExpired,
  erasure: {},
});
