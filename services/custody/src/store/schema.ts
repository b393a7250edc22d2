import type { CertificateLog, ColdChain, CustodyFact, CustodyText } from '@svc/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { IssuedCertificate } from '../domain/certificate.ts';
import type { CertificateKey, CertificatePublicJwk } from '../domain/certificate-key.ts';
import type { StoredEvent } from '../domain/chain.ts';
import type { ProofFileRecord } from '../domain/file.ts';
import type { ProofRecord } from '../domain/proof.ts';

interface OfTenant {
  tenant_id: string;
}

export interface Tables {
  custody_event: OfTenant & StoredEvent & { job_id: string; prev_hash: string };
  custody_text: OfTenant & CustodyText & { job_id: string };
  certificate: OfTenant &
    Omit<IssuedCertificate, 'cold_chain' | 'dispositions' | 'log'> & {
      log: ColumnType<CertificateLog | null, string | null, never>;
      cold_chain: ColumnType<ColdChain | null, string | null, never>;
      dispositions: ColumnType<IssuedCertificate['dispositions'], string | null, never>;
    };
  cold_chain_seal: OfTenant & {
    job_id: string;
    ref: string;
    cold_chain: ColumnType<ColdChain, string, never>;
  };
  held_excursion: OfTenant & {
    job_id: string;
    seq: Generated<string>;
    fact: ColumnType<CustodyFact, string, never>;
  };
  held_reception: OfTenant & {
    job_id: string;
    seq: Generated<string>;
    fact: ColumnType<CustodyFact, string, never>;
  };
  proof: OfTenant & ProofRecord;
  proof_file: OfTenant & ProofFileRecord & { link_version: Generated<number> };
  /** A view: sums of what triggers of `proof_file` count. */
  file_usage: OfTenant & { files: number; bytes: number };
  certificate_key: Omit<CertificateKey, 'public_jwk'> & {
    public_jwk: ColumnType<CertificatePublicJwk, string, never>;
  };
  /** The kit's: how far each consumer has come with the events of a job. */
  job_cursor: OfTenant & { consumer: string; producer: string; job_id: string; next: number };
}
