import { custody } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { certificateKeys, rotateCertificateKey } from './actions/certificate-keys.ts';
import {
  certificate,
  certificateJws,
  certificateProof,
  coldChainCertificate,
  issuedCertificates,
} from './actions/certificates.ts';
import {
  bundle,
  bundleForDesk,
  chainForDesk,
  deskCustody,
  publicProof,
  record,
} from './actions/chains.ts';
import { fileByLink, longLinks, photoLinks, revokeLinks } from './actions/file-links.ts';
import { fileProof, filesOf, storageUse } from './actions/files.ts';
import { eraseProof, openProof, openProofForDesk, pod } from './actions/proofs.ts';
import { purpose } from './adapters/certificate-signer.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onBindingChanged } from './reactions/on-binding-changed.ts';
import { onColdChainDecided, onColdChainSealed } from './reactions/on-cold-chain-sealed.ts';
import { onDispositionRecorded } from './reactions/on-disposition-recorded.ts';
import { onJobEvent } from './reactions/on-job-event.ts';
import { onReceptionCompleted } from './reactions/on-reception-completed.ts';
import { onTemperatureExcursion } from './reactions/on-temperature-excursion.ts';
import { rotateCertificateKeys } from './schedules/rotate-certificate-keys.ts';
import { purgeSandboxJobs } from './store/purge.ts';
import { metrics } from './workflows/metrics.ts';

export const custodyService = defineService({
  contract: custody,
  calls,
  config,
  actions: {
    record,
    pod,
    certificate,
    certificateJws,
    certificateProof,
    bundle,
    certificateKeys,
    rotateCertificateKey,
    issuedCertificates,
    deskCustody,
    bundleForDesk,
    chainForDesk,
    openProof,
    openProofForDesk,
    publicProof,
    coldChainCertificate,
    eraseProof,
    fileProof,
    filesOf,
    storageUse,
    photoLinks,
    fileByLink,
    longLinks,
    revokeLinks,
  },
  reactions: [
    onJobEvent,
    onTemperatureExcursion,
    onBindingChanged,
    onColdChainSealed,
    onColdChainDecided,
    onReceptionCompleted,
    onDispositionRecorded,
  ],
  batchingDelaysMs: { jobs: 50 },
  schedules: [rotateCertificateKeys],
  encrypted: [{ table: 'certificate_key', column: 'encrypted_private_jwk', purpose }],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  purge: purge(['accounts', 'jobs'], { remove: purgeSandboxJobs }),
  erasure: {},
});
